import { withoutMail } from '#contract/registrations/registrations.mail-labels.ts'
import type { StatusMailPreview } from '#contract/registrations/registrations.mails.ts'
import { MailPreviewWidget } from '#web/domains/mailwordings/MailPreviewWidget.tsx'
import classes from '#web/domains/registrations/registrations.module.css'

/** What a family reads: the mail, or where nobody can be written to the text of the letter. */
export const DecisionText = ({ preview: { mail, recipients } }: { preview: StatusMailPreview }) =>
  recipients.length > 0 ? (
    <MailPreviewWidget mail={mail} label="Vorschau der E-Mail" />
  ) : (
    <section aria-labelledby="said-instead">
      <h3 id="said-instead" className={`sh-bold sh-flush sh-below-2 ${classes.wordingHead}`}>
        Text für Anruf oder Brief
      </h3>
      {[...mail.paragraphs, ...mail.closing].map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text have no other name
        <p key={index} className="sh-keeps-lines sh-flush sh-below-2">
          {withoutMail(paragraph)}
        </p>
      ))}
    </section>
  )
