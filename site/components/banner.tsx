import type { Ref } from 'react';

interface BannerProps {
  children: string;
  ref?: Ref<HTMLDivElement>;
  /** Whether the page comes with it, so that the browser itself moves the focus here. */
  autoFocus: boolean;
}

/** A failure that stands above the form until the next try. The focus goes to it. */
export function Banner({ children, ref, autoFocus }: BannerProps) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the visitor just sent the form and must learn that it failed
    <div className="banner" role="alert" tabIndex={-1} ref={ref} autoFocus={autoFocus}>
      {children}
    </div>
  );
}
