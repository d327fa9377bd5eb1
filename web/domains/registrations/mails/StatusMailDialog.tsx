import { Alert, Button, Checkbox, Modal, Stack, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import {
  INFORM_TITLE,
  mailLabel,
  STATUS_MAIL_OFFER,
  withoutMail,
} from '#contract/registrations/registrations.mail-labels.ts'
import {
  ADDITION_MAX,
  registrationMailEndpoints as endpoints,
  STATUS_MAIL_TEXTS,
  type StatusMailPreview,
  UNREACHABLE_LABELS,
} from '#contract/registrations/registrations.mails.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { call } from '#web/api/client.ts'
import { failureText } from '#web/api/errors.ts'
import { queryKey, useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { MailPreviewWidget } from '#web/domains/mailwordings/MailPreviewWidget.tsx'
import { RegistrationDocumentWidget } from '#web/domains/registrationdocuments/RegistrationDocumentWidget.tsx'
import { childName } from '#web/domains/registrations/child-name.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { counterText } from '#web/ui/native/counter-text.ts'

const PAUSE_MS = 400

/** The mail as the server would compose it now; asked for at each opening. */
const usePreview = (id: number, addition: string) => {
  const [settled] = useDebouncedValue(addition, PAUSE_MS)
  return useQuery({
    queryKey: [...queryKey(endpoints.previewStatusMail, { params: { id } }), settled],
    queryFn: ({ signal }) => call(endpoints.previewStatusMail, { params: { id }, body: { addition: settled }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
    meta: { quiet: true },
  })
}

/**
 * Who is told until somebody chooses. Of two parents nobody (domain §2.3/8: default off); where only one can be told, who
 * opened the dialog means that one.
 */
const onlyOneOf = (preview: StatusMailPreview | undefined) => {
  const ids = preview?.recipients.map(({ contact_id }) => contact_id) ?? []
  return ids.length === 1 ? ids : []
}

/** A status mail that somebody is about to send. */
const useStatusMail = (id: number, onGone: () => void) => {
  const [addition, setAddition] = useState('')
  const [choice, setChoice] = useState<readonly number[]>()
  const [error, setError] = useState<string>()
  const keyOf = useSendKey()
  const { data: preview, error: failure, refetch } = usePreview(id, addition)
  const chosen = choice ?? onlyOneOf(preview)
  const { modal, leave, close } = useLeavableDialog(addition.trim() !== '', onGone)
  const sending = useCall(endpoints.sendStatusMail, {
    onFieldErrors: (errors) => setError(errors.contact_ids ?? errors.addition),
  })
  const send = async () => {
    if (!preview) return
    const contact_ids = preview.recipients.map(({ contact_id }) => contact_id).filter((one) => chosen.includes(one))
    setError(contact_ids.length === 0 ? STATUS_MAIL_TEXTS.chooseSomeone : undefined)
    if (contact_ids.length === 0) return
    const body = { addition, contact_ids, version: preview.version, again: preview.sent_before !== null }
    const reply = await sending.run({ params: { id }, body, idempotencyKey: keyOf({ id, ...body }) })
    void refreshRegistrations()
    if (!reply) {
      // What stood in the way stands in the next preview.
      void refetch()
      return
    }
    close()
    notify(reply.message, { type: 'positive' })
  }
  return {
    preview,
    failure,
    error,
    addition,
    setAddition,
    isChosen: (contactId: number) => chosen.includes(contactId),
    choose: (contactId: number, isChosen: boolean) => {
      setError(undefined)
      setChoice(isChosen ? [...chosen, contactId] : chosen.filter((one) => one !== contactId))
    },
    modal,
    leave,
    send,
    isRunning: sending.isRunning,
  }
}
type StatusMailState = ReturnType<typeof useStatusMail>

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
