import { Alert, Button, Checkbox, Modal, Stack, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { registrationInformEndpoints } from '#contract/registrations/registrations.inform.ts'
import { INFORM_TITLE, mailLabel, STATUS_MAIL_OFFER } from '#contract/registrations/registrations.mail-labels.ts'
import {
  ADDITION_MAX,
  registrationMailEndpoints as endpoints,
  STATUS_MAIL_TEXTS,
  type StatusMailPreview,
  UNREACHABLE_LABELS,
} from '#contract/registrations/registrations.mails.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { call, callForFile } from '#web/api/client.ts'
import { failureText } from '#web/api/errors.ts'
import { May } from '#web/api/May.tsx'
import { queryKey, useCall } from '#web/api/queries.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { RegistrationDocumentWidget } from '#web/domains/registrationdocuments/RegistrationDocumentWidget.tsx'
import { childName } from '#web/domains/registrations/child-name.ts'
import { whenDecided } from '#web/domains/registrations/decisions-under-way.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { counterText } from '#web/ui/native/counter-text.ts'
import { submits } from '#web/ui/submits.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { DecisionText } from './DecisionText.tsx'

const PAUSE_MS = 400

/** The mail as the server would compose it now; asked for at each opening. */
const usePreview = (id: number, addition: string) => {
  const [settled] = useDebouncedValue(addition, PAUSE_MS)
  return useQuery({
    queryKey: [...queryKey(endpoints.previewStatusMail, { params: { id } }), settled],
    queryFn: ({ signal }) =>
      whenDecided(() => call(endpoints.previewStatusMail, { params: { id }, body: { addition: settled }, signal })),
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
    meta: { quiet: true },
  })
}

/** A status mail that somebody is about to send. */
const useStatusMail = (id: number, onGone: () => void) => {
  const [addition, setAddition] = useState('')
  const [choice, setChoice] = useState<readonly number[]>()
  const [error, setError] = useState<string>()
  const keyOf = useSendKey()
  const { data: preview, error: failure, refetch } = usePreview(id, addition)
  const known = preview?.recipients.map(({ contact_id }) => contact_id) ?? []
  // Who is told until somebody chooses: of two parents nobody (domain §2.3/8: default off); where only one can be told,
  // who opened the dialog means that one.
  const chosen = choice ?? (known.length === 1 ? known : [])
  const { modal, leave, close } = useLeavableDialog(addition.trim() !== '', onGone)
  const sending = useCall(endpoints.sendStatusMail, {
    onFieldErrors: (errors) => setError(errors.contact_ids ?? errors.addition),
  })
  const send = async () => {
    if (!preview) return
    const contact_ids = known.filter((one) => chosen.includes(one))
    setError(contact_ids.length === 0 ? STATUS_MAIL_TEXTS.chooseSomeone : undefined)
    if (contact_ids.length === 0) return
    const body = { addition, contact_ids, version: preview.version, again: preview.sent_before !== null }
    const reply = await sending.run({ params: { id }, body, idempotencyKey: keyOf({ id, ...body }) })
    void refreshRegistrations()
    // What stood in the way stands in the next preview.
    if (!reply) return void refetch()
    close()
    notify(reply.message, { type: 'positive' })
  }
  const choose = (contactId: number, isChosen: boolean) => {
    setError(undefined)
    setChoice(isChosen ? [...chosen, contactId] : chosen.filter((one) => one !== contactId))
  }
  const chooseAll = () => {
    setError(undefined)
    setChoice(known)
  }
  return {
    preview,
    failure,
    error,
    addition,
    setAddition,
    chosen,
    choose,
    chooseAll,
    modal,
    leave,
    close,
    send,
    isRunning: sending.isRunning,
  }
}

interface PartProps {
  preview: StatusMailPreview
  mail: ReturnType<typeof useStatusMail>
}

/** Who gets it; the others with the reason, so that somebody calls them. */
const Recipients = ({
  preview: { recipients, unreachable },
  mail: { chosen, choose, chooseAll, error },
}: PartProps) => (
  <fieldset className="sh-fieldset sh-stack sh-breaks sh-gap-2">
    <legend className="sh-fieldset sh-bold sh-below-1">Empfänger</legend>
    {recipients.map(({ contact_id, fullname, mail }) => (
      <Checkbox
        key={contact_id}
        label={`${fullname}, ${mail}`}
        checked={chosen.includes(contact_id)}
        onChange={(event) => choose(contact_id, event.currentTarget.checked)}
      />
    ))}
    {chosen.length < recipients.length && recipients.length > 1 && (
      <div>
        <Button variant="default" onClick={chooseAll}>
          {recipients.length === 2 ? 'Beide auswählen' : 'Alle auswählen'}
        </Button>
      </div>
    )}
    {recipients.length === 0 && (
      <p className="sh-flush">
        {unreachable.every(({ reason }) => reason === 'none') ? STATUS_MAIL_TEXTS.noAddress : STATUS_MAIL_TEXTS.nobody}
      </p>
    )}
    {unreachable.length > 0 && (
      <ul className="sh-bullets sh-quiet">
        {unreachable.map(({ contact_id, fullname, reason }) => (
          <li key={contact_id}>{`${fullname} erhält keine E-Mail: ${UNREACHABLE_LABELS[reason]}.`}</li>
        ))}
      </ul>
    )}
    {error && (
      <p role="alert" className="sh-flush sh-bad">
        {error}
      </p>
    )}
  </fieldset>
)

const toldText = ({ by_letter, by_phone }: NonNullable<StatusMailPreview['sent_before']>) => {
  if (by_phone) return 'telefonisch mitgeteilt'
  return by_letter ? 'als Brief geschrieben' : 'gesendet'
}

/** What speaks against sending it, who gets it, and what it says. */
const Filled = ({ preview, mail, registrationId }: PartProps & { registrationId: number }) => {
  const { kind, sent_before: before, hints, recipients } = preview
  return (
    <div className={classes.asked}>
      <Stack gap="md">
        {before && (
          <Alert color="yellow">
            {`${mailLabel(`registration_${kind}`)} schon am ${formatDateTime(before.at)} Uhr ${toldText(before)}`}
            {before.by && ` (${before.by})`}.
          </Alert>
        )}
        {hints.map((hint) => (
          <Alert key={hint} color="yellow">
            {hint}
          </Alert>
        ))}
        <Recipients preview={preview} mail={mail} />
        {recipients.length > 0 && (
          <Textarea
            id="addition"
            label="Persönlicher Zusatz (optional)"
            description={
              <>
                Steht unter dem Text der Vorlage. Wird nach dem Senden nicht gespeichert.
                {mail.addition !== '' && (
                  <span className="sh-block">{counterText(ADDITION_MAX - mail.addition.length)}</span>
                )}
              </>
            }
            autosize
            minRows={2}
            maxRows={8}
            maxLength={ADDITION_MAX}
            value={mail.addition}
            onChange={(event) => mail.setAddition(event.currentTarget.value)}
          />
        )}
        {recipients.length === 0 && kind === 'accepted' && (
          <RegistrationDocumentWidget id={registrationId} label="Aufnahmeantrag herunterladen" />
        )}
      </Stack>
      <div>
        <DecisionText preview={preview} />
        <May do="manage schoolyear">
          <p className="sh-small sh-flush sh-above-2">
            <Link {...linkTarget(`${paths.mailWordings}?mail=registration_${kind}`)}>Text der Vorlage ändern</Link>
          </p>
        </May>
      </div>
    </div>
  )
}

const sendText = ({ sent_before }: StatusMailPreview, chosen: number) => {
  if (sent_before) return 'Noch einmal senden'
  return chosen > 1 ? `E-Mail an ${chosen} Personen senden` : 'E-Mail senden'
}

interface StatusMailDialogProps {
  registration: Pick<RegistrationRow, 'id' | 'meta'>
  onGone: () => void
}

/** Tells a decision to those who confirmed their address: exactly what is shown, and only when somebody sends it. */
export const StatusMailDialog = ({ registration, onGone }: StatusMailDialogProps) => {
  const mail = useStatusMail(registration.id, onGone)
  const { preview, failure } = mail
  const maySend = preview !== undefined && preview.recipients.length > 0
  const letter = useSavedFile()
  const writeLetter = async (kind: StatusMailPreview['kind']) => {
    const families = [{ id: registration.id, kind }]
    if (!(await letter.save(() => callForFile(registrationInformEndpoints.letters, { body: { families } })))) return
    void refreshRegistrations()
    mail.close()
  }
  return (
    <Modal
      {...mail.modal}
      size={960}
      fullScreen={useNarrow()}
      // What it shows comes later: the title takes the focus, not the whole dialog.
      title={
        <span tabIndex={-1} data-autofocus>
          {`${maySend ? STATUS_MAIL_OFFER : INFORM_TITLE}: ${childName(registration)}`}
        </span>
      }
    >
      <form noValidate onSubmit={submits(mail.send)}>
        {preview && <Filled preview={preview} mail={mail} registrationId={registration.id} />}
        {!preview && (failure ? <p role="alert">{failureText(failure)}</p> : <LoadingText />)}
        <ButtonRow align="end" isFoot isLine>
          <Button variant="default" onClick={() => void mail.leave()}>
            Abbrechen
          </Button>
          {maySend && (
            <ActionButton type="submit" isRunning={mail.isRunning}>
              {sendText(preview, mail.chosen.length)}
            </ActionButton>
          )}
          {preview && !maySend && (
            <ActionButton isRunning={letter.isRunning} onClick={() => void writeLetter(preview.kind)}>
              Als Brief (PDF)
            </ActionButton>
          )}
        </ButtonRow>
      </form>
    </Modal>
  )
}
