import { SENSITIVE_HINT, soundsConfidential } from '#contract/sensitive/sensitive.kinds.ts'
import classes from './PupilSections.module.css'

/** Domain §5.3: asks beside a free text, never refuses it. */
export const ConfidentialHint = ({ text }: { text: string }) => (
  <p role="status" className={classes.confidential}>
    {soundsConfidential(text) && SENSITIVE_HINT}
  </p>
)
