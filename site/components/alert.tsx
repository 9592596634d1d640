import type { ReactNode } from 'react';
import { controls } from '../../content/messages.ts';
import { Icon } from './icon.tsx';

interface AlertProps {
  /** The fragment that opens it: hidden until it is the target or the bootstrap opens it. */
  id: string;
  children: ReactNode;
}

/**
 * A message over the page, closed by Escape or its own control. The focus goes to it, and with
 * the focus its name is announced: once, because it is no live region besides.
 */
export function Alert({ id, children }: AlertProps) {
  const text = `${id}-text`;
  return (
    <div className="alert" id={id} role="alertdialog" aria-labelledby={text} tabIndex={-1}>
      <div className="alert-message" id={text}>
        {children}
      </div>
      {/* A link, so that it closes without a script too: the target is then another one. */}
      <a className="alert-close" href="#main" data-close="">
        <Icon name="x" />
        <span className="visually-hidden">{controls.close}</span>
      </a>
    </div>
  );
}
