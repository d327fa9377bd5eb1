import { SENSITIVE_HINT, soundsConfidential } from '#contract/sensitive/sensitive.kinds.ts'

/** Domain §5.3: asks beside a free text, never refuses it. */
export const ConfidentialHint = ({ text }: { text: string }) => (
  <p role="status" className="sh-small sh-bold sh-warn sh-flush">
    {soundsConfidential(text) && SENSITIVE_HINT}
  </p>
)
