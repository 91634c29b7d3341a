import * as text from "text:adminSignIn";
import * as shared from "text:shared";
import { post, setStepUpHandler } from "@shared/api/client";
import { Dialog } from "@shared/components/Dialog";
import { useEffect, useState } from "react";
import { FactorProof } from "./FactorProof";

interface Question {
  factors: readonly string[];
  answer: (isConfirmed: boolean) => void;
}

/** Asks for the second factor again when a request needs it, and lets the request go on. */
export function ConfirmDialog() {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    setStepUpHandler((_path, _body, factors) => new Promise((answer) => setQuestion({ factors, answer })));
    return () => setStepUpHandler(() => Promise.resolve(false));
  }, []);
  if (!question) return null;
  const close = (isConfirmed: boolean) => {
    setQuestion(null);
    question.answer(isConfirmed);
  };
  return (
    <Dialog title={shared.confirmIdentity} onClose={() => close(false)}>
      <p>{text.stepUpNote}</p>
      <FactorProof
        factors={question.factors}
        onProof={async (proof) => {
          await post("/api/admin/session/confirm", proof);
          close(true);
        }}
      />
    </Dialog>
  );
}
