import { Alert, Button, Checkbox, Modal, Stack, Textarea } from '@mantine/core'
import { formatDateTime } from '#contract/dates.ts'
import {
  INFORM_TITLE,
  mailLabel,
  STATUS_MAIL_OFFER,
  withoutMail,
} from '#contract/registrations/registrations.mail-labels.ts'
import {
  ADDITION_MAX,
  STATUS_MAIL_TEXTS,
  type StatusMailPreview,
  UNREACHABLE_LABELS,
} from '#contract/registrations/registrations.mails.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { failureText } from '#web/api/errors.ts'
import { MailPreviewWidget } from '#web/domains/mailwordings/MailPreviewWidget.tsx'
import { RegistrationDocumentWidget } from '#web/domains/registrationdocuments/RegistrationDocumentWidget.tsx'
import { childName } from '#web/domains/registrations/child-name.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { counterText } from '#web/ui/native/counter-text.ts'
import { type StatusMailState, useStatusMail } from './use-status-mail.ts'

interface PartProps {
  preview: StatusMailPreview
  state: StatusMailState
}

const hasNoAddress = ({ reason }: StatusMailPreview['unreachable'][number]) => reason === 'none'

/** Who gets it; the others with the reason, so that somebody calls them. */
const Recipients = ({ preview, state }: PartProps) => (
  <fieldset className={`sh-fieldset sh-stack sh-breaks sh-gap-2 ${classes.recipients}`}>
    <legend>Empfänger</legend>
    {preview.recipients.map(({ contact_id, fullname, mail }) => (
      <Checkbox
        key={contact_id}
        label={`${fullname}, ${mail}`}
        checked={state.isChosen(contact_id)}
        onChange={(event) => state.choose(contact_id, event.currentTarget.checked)}
      />
    ))}
    {preview.recipients.length === 0 && (
      <p>{preview.unreachable.every(hasNoAddress) ? STATUS_MAIL_TEXTS.noAddress : STATUS_MAIL_TEXTS.nobody}</p>
    )}
    {preview.unreachable.length > 0 && (
      <ul className="sh-bullets sh-quiet">
        {preview.unreachable.map(({ contact_id, fullname, reason }) => (
          <li key={contact_id}>{`${fullname} erhält keine E-Mail: ${UNREACHABLE_LABELS[reason]}.`}</li>
        ))}
      </ul>
    )}
    {state.error && (
      <p role="alert" className={classes.error}>
        {state.error}
      </p>
    )}
  </fieldset>
)

const Notices = ({ preview }: { preview: StatusMailPreview }) => (
  <>
    {preview.sent_before && (
      <Alert color="yellow">
        {`${mailLabel(`registration_${preview.kind}`)} schon am ${formatDateTime(preview.sent_before.at)} Uhr gesendet`}
        {preview.sent_before.by && ` (${preview.sent_before.by})`}.
      </Alert>
    )}
    {preview.hints.map((hint) => (
      <Alert key={hint} color="yellow">
        {hint}
      </Alert>
    ))}
  </>
)

/** Nobody can be written to: what a call or a letter has to say, and the sheet with numbers and address for it. */
const WithoutMail = ({ preview, registrationId }: Pick<PartProps, 'preview'> & { registrationId: number }) => (
  <>
    <section aria-labelledby="said-instead">
      <h3 id="said-instead" className={`sh-bold sh-flush sh-below-2 ${classes.wordingHead}`}>
        Text für Anruf oder Brief
      </h3>
      {[...preview.mail.paragraphs, ...preview.mail.closing].map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text have no other name
        <p key={index} className="sh-keeps-lines sh-flush sh-below-2">
          {withoutMail(paragraph)}
        </p>
      ))}
    </section>
    <RegistrationDocumentWidget id={registrationId} label="Aufnahmeantrag herunterladen" />
  </>
)

const Filled = ({ preview, state, registrationId }: PartProps & { registrationId: number }) => (
  <Stack gap="md">
    <Notices preview={preview} />
    <Recipients preview={preview} state={state} />
    {preview.recipients.length > 0 && (
      <Textarea
        id="addition"
        label="Persönlicher Zusatz (optional)"
        description={`Steht unter dem Text der Vorlage. Er wird nicht aufbewahrt, wenn die E-Mail verschickt ist. ${counterText(ADDITION_MAX - state.addition.length)}`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={ADDITION_MAX}
        value={state.addition}
        onChange={(event) => state.setAddition(event.currentTarget.value)}
      />
    )}
    {preview.recipients.length > 0 ? (
      <MailPreviewWidget mail={preview.mail} label="Vorschau der E-Mail" />
    ) : (
      <WithoutMail preview={preview} registrationId={registrationId} />
    )}
  </Stack>
)

const titleOf = (preview: StatusMailPreview | undefined) =>
  preview && preview.recipients.length > 0 ? STATUS_MAIL_OFFER : INFORM_TITLE

interface StatusMailDialogProps {
  registration: Pick<RegistrationRow, 'id' | 'meta'>
  onGone: () => void
}

/** Tells a decision to those who confirmed their address: exactly what is shown, and only when somebody sends it. */
export const StatusMailDialog = ({ registration, onGone }: StatusMailDialogProps) => {
  const state = useStatusMail(registration.id, onGone)
  const { preview, failure, modal, leave, isRunning } = state
  return (
    <Modal
      {...modal}
      size={640}
      // What it shows comes later: the title takes the focus, not the whole dialog.
      title={
        <span tabIndex={-1} data-autofocus>
          {`${titleOf(preview)}: ${childName(registration)}`}
        </span>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void state.send()
        }}
      >
        {preview && <Filled preview={preview} state={state} registrationId={registration.id} />}
        {!preview && (failure ? <p role="alert">{failureText(failure)}</p> : <LoadingText />)}
        <ButtonRow align="end" isFoot>
          <Button variant="default" onClick={() => void leave()}>
            Abbrechen
          </Button>
          {preview && preview.recipients.length > 0 && (
            <ActionButton type="submit" isRunning={isRunning}>
              {preview.sent_before ? 'Noch einmal senden' : 'E-Mail senden'}
            </ActionButton>
          )}
        </ButtonRow>
      </form>
    </Modal>
  )
}
