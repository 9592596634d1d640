import { Component, type ReactNode } from 'react';
import { ErrorScreen } from '../components/error-screen.tsx';

/** Shows the error screen in place of a form that could not be rendered. */
export class ErrorBoundary extends Component<{ contactEmail: string; children: ReactNode }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(thrown: unknown) {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
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
