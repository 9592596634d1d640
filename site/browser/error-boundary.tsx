import { Component, type ReactNode } from 'react';
import { ErrorScreen } from '../components/error-screen.tsx';

interface ErrorBoundaryProps {
  /** The island's box: on an error it is all that its parent holds. */
  root: HTMLElement;
  contactEmail: string;
  children: ReactNode;
}

/** Shows the error screen in place of a form that could not be rendered. */
export class ErrorBoundary extends Component<ErrorBoundaryProps> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(thrown: unknown) {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override componentDidCatch() {
    const { root } = this.props;
    root.parentElement?.replaceChildren(root);
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <ErrorScreen
        message={error.message}
        contactEmail={this.props.contactEmail}
        {...(error.stack && { stack: error.stack })}
      />
    );
  }
}
