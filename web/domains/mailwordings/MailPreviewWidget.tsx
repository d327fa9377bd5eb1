import type { MailPreview } from '#contract/mailwordings/mailwordings.ts'
import { MailText } from '#web/ui/MailText.tsx'
import classes from './mailwordings.module.css'

/** A mail address in a line wraps before its @, never inside a name. */
const withAddresses = (line: string) =>
  line
    .split(/([^\s,]+@[^\s,]+)/)
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed line
    .map((part, index) => (part.includes('@') ? <MailText key={index} mail={part} /> : part))

interface MailPreviewProps {
  mail: MailPreview
  label: string
  /** The names of the files that go along. */
  attachments?: readonly string[]
}

/** A mail as the family sees it; its button and what stands below come with every mail. */
export const MailPreviewWidget = ({ mail, label, attachments = [] }: MailPreviewProps) => (
  <section className={`sh-breaks sh-shrinks ${classes.mail}`} aria-label={label}>
    <dl className={`sh-small sh-flush sh-grid sh-gap-4 sh-rows-0 sh-rule-below ${classes.head}`}>
      <div>
        <dt className="sh-quiet">Von</dt>
        <dd className="sh-flush">{mail.from}</dd>
      </div>
      <div>
        <dt className="sh-quiet">Antwort an</dt>
        <dd className="sh-flush">
          <MailText mail={mail.reply_to} />
        </dd>
      </div>
      <div>
        <dt className="sh-quiet">Betreff</dt>
        <dd className="sh-bold sh-flush">{mail.subject}</dd>
      </div>
      {attachments.length > 0 && (
        <div>
          <dt className="sh-quiet">Anlagen</dt>
          <dd className="sh-flush">{attachments.join(', ')}</dd>
        </div>
      )}
    </dl>
    <div className={classes.body}>
      <p className={classes.school}>{mail.school_name}</p>
      {mail.paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text have no other name
        <p key={index} className="sh-keeps-lines">
          {paragraph}
        </p>
      ))}
      {mail.action && <p className={`sh-bold sh-linked ${classes.action}`}>{mail.action}</p>}
      {mail.link && <p className={`sh-linked ${classes.link}`}>{mail.link}</p>}
      {mail.closing.map((line) => (
        <p key={line} className="sh-quiet sh-small">
          {withAddresses(line)}
        </p>
      ))}
    </div>
  </section>
)
