import type { ReactNode } from 'react';
import { controls } from '../../content/messages.ts';
import { Icon } from './icon.tsx';

interface AlertProps {
  /** The fragment that opens it: an alert is hidden until it is the target or the bootstrap opens it. */
  id: string;
  children: ReactNode;
}

/** A message over the page: announced, focused, and closed by Escape or its own control. */
export function Alert({ id, children }: AlertProps) {
  return (
    <div className="alert" id={id} tabIndex={-1} data-alert="">
      <div className="alert-message" role="alert">
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
