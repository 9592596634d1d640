import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useCopy } from '../../copy.ts';
import { interpolate } from '../../interpolate.ts';

const days = 60;

/**
 * The dial of the cycle and its four steps, each a quarter of it. Its hand follows the scroll
 * (motion.css) until the visitor turns it, by the ruler or with the mouse on the dial itself.
 * `picture` is the address of the dial's drawing, `label` says what it shows.
 */
export default function SixtyDays({ picture, label }: Record<'picture' | 'label', string>) {
  const { sixtyDays } = useCopy();
  /** Undefined until the visitor has turned it. */
  const [day, setDay] = useState<number>();
  const ruler = useRef<HTMLInputElement>(null);
  // Turned before this script was there.
  useEffect(() => {
    const turned = Number(ruler.current?.value);
    if (turned > 0) setDay(turned);
  }, []);

  function turnTo(event: PointerEvent<HTMLElement>) {
    // A finger on the dial scrolls the page.
    if (event.buttons !== 1 || event.pointerType === 'touch' || !ruler.current) return;
    event.preventDefault();
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const angle = Math.atan2(event.clientX - left - width / 2, top + height / 2 - event.clientY);
    const turned = Math.round((angle / (2 * Math.PI)) * days + days) % days || days;
    ruler.current.value = String(turned);
    setDay(turned);
  }

  const { steps } = sixtyDays;
  const current = day === undefined ? -1 : stepOf(day, steps.length);
  const words = interpolate(sixtyDays.day, { day: day ?? 0 });
  return (
    <>
      <div className="dial" onPointerDown={turnTo} onPointerMove={turnTo}>
        <img src={picture} alt={label} width="480" height="480" loading="lazy" draggable="false" />
        <DialHand day={day} steps={steps.length} />
      </div>
      <div className="days feature">
        <div className="ruler small-heading">
          <label htmlFor="day">{sixtyDays.turn}</label>
          <span aria-hidden="true">{day !== undefined && words}</span>
          <input
            ref={ruler}
            id="day"
            type="range"
            min="0"
            max={days}
            defaultValue="0"
            autoComplete="off"
            aria-valuetext={`${words}: ${steps[stepOf(day ?? 0, steps.length)]?.title}`}
            onInput={({ currentTarget }) => setDay(currentTarget.valueAsNumber)}
          />
        </div>
        <ol>
          {steps.map(({ title, description }, index) => (
            <li key={title} aria-current={index === current ? 'step' : undefined}>
              <h3>{title}</h3>
              <p>{description}</p>
            </li>
          ))}
        </ol>
        <p>{sixtyDays.note}</p>
      </div>
    </>
  );
}

/** The place of a day's step: day 15 begins the second quarter, where the ruler's mark stands above it. */
function stepOf(day: number, steps: number): number {
  return Math.min(steps - 1, Math.floor((day * steps) / days));
}

/** The hand, in a box as large as the dial's, and the quarter that it has been turned to. */
function DialHand({ day, steps }: { day: number | undefined; steps: number }) {
  const turned = day !== undefined;
  return (
    <svg
      className="dial-hand"
      viewBox="-1000 -1000 2000 2000"
      fill="currentColor"
      aria-hidden="true"
      data-turned={turned || undefined}
    >
      <g transform={turned ? `rotate(${(360 / days) * day})` : undefined}>
        <path d="M0-580L26-90 15 190H-15L-26-90zM0-834L26-790H-26z" />
        <circle r="62" />
      </g>
      {turned && (
        <path
          d="M0-974A974 974 0 0 1 974 0"
          fill="none"
          stroke="currentColor"
          strokeWidth="34"
          transform={`rotate(${(360 / steps) * stepOf(day, steps)})`}
        />
      )}
    </svg>
  );
}
