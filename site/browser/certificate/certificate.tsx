import { useEffect, useState } from 'react';
import { normalized } from '../../../booking/parse.ts';
import { Initial, Token } from '../../components/token.tsx';
import { useCopy } from '../../copy.ts';
import { bandsOf, groupsOf, serialOf } from '../../illustrations/specimen.ts';
import { SpecimenRosette } from '../../illustrations/specimen-rosette.tsx';
import { afterPaint } from '../motion.ts';
import { noteSubmitted } from '../submitted.ts';
import { useCertificateTexts } from './texts.ts';

/** From the last letter until the serial is announced, in milliseconds. */
const announceDelay = 1_500;

interface Specimen {
  serial: string;
  words: readonly string[];
}

/**
 * The token beside the form: as name and company are typed, it becomes a specimen certificate with
 * these words. Submitting strikes it: its serial, and no word, goes to the page of the thanks.
 * `sheets` are those of the plain token.
 */
export default function Certificate({ sheets }: { sheets: readonly string[] }) {
  const [specimen, setSpecimen] = useState<Specimen>();
  const [struck, setStruck] = useState(false);

  useEffect(() => {
    const engrave = async () => {
      setStruck(false);
      const words = typedWords();
      const made = await specimenOf(words);
      afterPaint(() => {
        // Another letter may have been faster.
        if (typedWords().join() === words.join()) setSpecimen(made);
      });
    };
    const strike = async () => {
      const made = await specimenOf(typedWords());
      if (!made) return;
      noteSubmitted(made.serial);
      setStruck(true);
    };
    void engrave();
    const end = new AbortController();
    const { signal } = end;
    document.addEventListener('input', engrave, { signal });
    document.addEventListener('submit', strike, { signal });
    // The form of a page that comes back is empty.
    addEventListener('pageshow', engrave, { signal });
    return () => end.abort();
  }, []);

  return (
    <>
      {specimen ? <Engraved {...specimen} struck={struck} /> : <Token sheets={sheets} />}
      <SerialAnnouncement serial={specimen?.serial} />
    </>
  );
}

function Engraved({ serial, words, struck }: Specimen & { struck: boolean }) {
  const { label, number, day, notice, meaning } = useCertificateTexts(serial, words);
  const [name, company] = words;
  return (
    <div
      className="certificate"
      role="img"
      // A picture hides its paragraphs: all that they say is in its name.
      aria-label={`${label}. ${meaning}`}
      data-struck={struck ? '' : undefined}
    >
      <svg viewBox="-1000 -1000 2000 2000" fill="none" strokeWidth="2.2" aria-hidden="true">
        <SpecimenRosette id="certificate" bands={bandsOf(serial)} />
        <Initial size={290} />
      </svg>
      <div className="certificate-words">
        <p className="certificate-name">{name}</p>
        <p className="certificate-company">{company}</p>
        <p className="certificate-line">
          <span>{number}</span>
          <span className="certificate-notice">{notice}</span>
          <span>{day}</span>
        </p>
        <p className="certificate-meaning">{meaning}</p>
      </div>
    </div>
  );
}

/** Says the serial to a screen reader, politely and once: not each letter's. */
function SerialAnnouncement({ serial }: { serial: string | undefined }) {
  const { certificate } = useCopy();
  const [said, setSaid] = useState('');
  useEffect(() => {
    const text = serial ? `${certificate.title}, ${certificate.serial} ${groupsOf(serial)}` : '';
    const timer = setTimeout(() => setSaid(text), announceDelay);
    return () => clearTimeout(timer);
  }, [serial, certificate]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  );
}

/** Undefined while there are no words, and where the browser hashes nothing. */
async function specimenOf(words: string[]): Promise<Specimen | undefined> {
  const serial = words.join('') && (await serialOf(words));
  return serial ? { serial, words } : undefined;
}

/** What stands in the fields now, also what was typed or filled in before this script ran. */
function typedWords(): string[] {
  return (['name', 'company_name'] as const).map((field) => {
    const input = document.querySelector<HTMLInputElement>(`input[name="${field}"]`);
    return normalized(field, input?.value ?? '');
  });
}
