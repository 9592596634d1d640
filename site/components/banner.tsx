import type { Ref } from 'react';

/** A failure that stands above the form until the next try. The focus goes to it. */
export function Banner({ children, ref }: { children: string; ref?: Ref<HTMLDivElement> }) {
  return (
    <div className="banner" tabIndex={-1} ref={ref}>
      <p role="alert">{children}</p>
    </div>
  );
}
