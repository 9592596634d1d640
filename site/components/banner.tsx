import type { Ref } from 'react';

interface BannerProps {
  children: string;
  /** What is still good about it: leads to the note on what the device keeps. */
  kept: string | undefined;
  ref?: Ref<HTMLDivElement>;
  /** Whether the page comes with it, so that the browser itself moves the focus here. */
  autoFocus: boolean;
}

/**
 * A failure that stands above the form until the next try, or until its booking is sent or discarded.
 * The focus goes to it, and with the focus its name is announced: once, because it is no live region
 * besides.
 */
export function Banner({ children, kept, ref, autoFocus }: BannerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, this is a message
    <div
      className="banner"
      role="group"
      aria-labelledby="failure"
      aria-describedby={kept && 'kept'}
      tabIndex={-1}
      ref={ref}
      // biome-ignore lint/a11y/noAutofocus: the visitor just sent the form and must learn that it failed
      autoFocus={autoFocus}
    >
      <p id="failure">{children}</p>
      {kept && (
        <p id="kept">
          <a href="#unsent">{kept}</a>
        </p>
      )}
    </div>
  );
}
