import type { ReactNode } from 'react';
import { useCopy } from '../copy.ts';

interface DialogProps {
  /** The fragment that opens it. It is hidden until it is the `:target`, or a script opens it. */
  id: string;
  title: string;
  /** The address of its closing link. A fragment changes `:target`, and so closes it without a script. */
  end?: string;
  children?: ReactNode;
  /** Content below its button. */
  below?: ReactNode;
}

/** A message over the page. Escape, its button or a click outside closes it. Meanwhile the page does not scroll. */
export function Dialog({ id, title, end = '#main', children, below }: DialogProps) {
  const { controls } = useCopy();
  const heading = `${id}-title`;
  return (
    <dialog
      className="dialog"
      id={id}
      role="alertdialog"
      aria-labelledby={heading}
      tabIndex={-1}
      data-theme="light"
    >
      <div className="dialog-panel sheet" data-nosnippet="">
        <h2 id={heading}>{title}</h2>
        {children}
        <a className="button dialog-close" href={end}>
          {controls.close}
        </a>
        {below}
      </div>
    </dialog>
  );
}
