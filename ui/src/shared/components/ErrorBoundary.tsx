import * as shared from "text:shared";
import { Component, type ReactNode } from "react";
import { ErrorState } from "./ErrorState";

interface Props {
  /** A change of this key renders the children again. */
  resetKey: string;
  children: ReactNode;
}

/** Contains errors of a page, so that the frame around it stays. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(previous: Props) {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override componentDidCatch(error: unknown) {
    console.error("A screen failed:", error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <ErrorState title={shared.broken}>{shared.brokenText}</ErrorState>;
  }
}
