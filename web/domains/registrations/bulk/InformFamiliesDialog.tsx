import { Button, Modal, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import { joinedWords } from '#contract/joined-words.ts'
import {
  registrationInformEndpoints as endpoints,
  INFORM_MAX,
  type InformFamily,
  type InformPlan,
} from '#contract/registrations/registrations.inform.ts'
import { KIND_COUNTS, STATUS_MAIL_KINDS } from '#contract/registrations/registrations.mail-labels.ts'
import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import { call, callForFile } from '#web/api/client.ts'
import { failureText } from '#web/api/errors.ts'
import { queryKey } from '#web/api/queries.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { whenDecided } from '#web/domains/registrations/decisions-under-way.ts'
import { DecisionText } from '#web/domains/registrations/mails/DecisionText.tsx'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { type BulkJob, informJob } from './bulk-jobs.ts'

/** How many names the dialog shows without a press. */
const NAMES_SHOWN = 3

const usePlan = (ids: readonly number[]) =>
  useQuery({
    queryKey: [...queryKey(endpoints.plan, {}), ids],
    queryFn: ({ signal }) => whenDecided(() => call(endpoints.plan, { body: { ids: [...ids] }, signal })),
    enabled: ids.length <= INFORM_MAX,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
    meta: { quiet: true },
  })

/** „5 Zusagen und 3 Absagen“. */
const kindsText = (families: readonly InformFamily[]) =>
  joinedWords(
    STATUS_MAIL_KINDS.flatMap((kind) => {
      const count = families.filter((one) => one.kind === kind).length
      return count > 0 ? [counted(count, ...KIND_COUNTS[kind])] : []
    }),
  )

interface NamesProps {
  label: string
  names: readonly { id: number | string; text: string }[]
  /** How many families they are, where several share a line. */
  count?: number
}

const Names = ({ label, names, count = names.length }: NamesProps) => {
  const list = (
    <ul className="sh-bullets sh-breaks sh-above-1" aria-label={label}>
      {names.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  )
  if (count <= NAMES_SHOWN) return list
  return (
    <details>
      <summary>{`Alle ${count} ansehen`}</summary>
      {list}
    </details>
  )
}

const readersText = ({ child, number, readers }: InformFamily) => `${child} (${number}): ${readers.join(' und ')}`

const Families = ({ title, hint, families }: { title: string; hint: string; families: readonly InformFamily[] }) => (
  <div>
    <strong>{`${title}: ${kindsText(families)}`}</strong>
    <p className="sh-quiet sh-small sh-flush">{hint}</p>
    <Names label={title} names={families.map((one) => ({ id: one.id, text: readersText(one) }))} />
  </div>
)

type LeftOutFamily = InformPlan['left_out'][number]

const reasonsOf = (left: readonly LeftOutFamily[]) => [...Map.groupBy(left, ({ message }) => message)]

const leftOutName = ({ child, number }: LeftOutFamily) => (child === null ? 'Eine Bewerbung' : `${child} (${number})`)

/** Who gets nothing, by reason, and each by name. */
const LeftOut = ({ left }: { left: InformPlan['left_out'] }) => (
  <div>
    <strong>{`${counted(left.length, 'Familie bekommt', 'Familien bekommen')} nichts`}</strong>
    {left.length > NAMES_SHOWN && (
      <ul className="sh-plain-list sh-quiet sh-small" aria-label="Gründe">
        {reasonsOf(left).map(([message, those]) => (
          <li key={message}>{`${those.length} × ${message}`}</li>
        ))}
      </ul>
    )}
    <Names
      label="Bekommen nichts"
      count={left.length}
      names={reasonsOf(left).map(([message, those]) => ({
        id: message,
        text: `${those.map(leftOutName).join(', ')}: ${message}`,
      }))}
    />
  </div>
)

/** What one of them will read: the text of any family that is informed. */
const Preview = ({ families }: { families: readonly InformFamily[] }) => {
  const [chosen, setChosen] = useState(families[0]?.id)
  const id = families.find((one) => one.id === chosen)?.id ?? families[0]?.id
  const { data, error } = useQuery({
    queryKey: [...queryKey(registrationMailEndpoints.previewStatusMail, { params: { id: id ?? 0 } }), ''],
    queryFn: ({ signal }) =>
      call(registrationMailEndpoints.previewStatusMail, { params: { id: id ?? 0 }, body: { addition: null }, signal }),
    enabled: id !== undefined,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  })
  return (
    <section aria-label="Vorschau">
      <NativeSelect
        label="Vorschau für"
        mb="xs"
        value={String(id)}
        data={families.map((one) => ({ value: String(one.id), label: `${one.child} (${one.number})` }))}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      />
      {data && <DecisionText preview={data} />}
      {!data && (error ? <p role="alert">{failureText(error)}</p> : <LoadingText />)}
    </section>
  )
}

const sendText = ({ mails, letters }: InformPlan) => {
  const mailText = counted(mails.length, 'Familie', 'Familien')
  const letterText = letters.length === 1 ? '1 Brief' : `${letters.length} Briefe`
  if (letters.length === 0) return `${mailText} per E-Mail informieren`
  return mails.length === 0 ? `${letterText} als PDF laden` : `${mailText} per E-Mail informieren, ${letterText} laden`
}

const PlanPart = ({ plan }: { plan: InformPlan }) => {
  const { mails, letters, left_out } = plan
  return (
    <div className={classes.asked}>
      <Stack gap="md">
        {mails.length > 0 && (
          <Families
            title="Per E-Mail"
            hint="Alle mit bestätigter Adresse bekommen eine E-Mail, von zwei Sorgeberechtigten also beide. Was gesendet ist, lässt sich nicht zurückholen."
            families={mails}
          />
        )}
        {letters.length > 0 && (
          <Families
            title="Per Brief"
            hint="Keine Adresse ist bestätigt. Die Briefe stehen in einer PDF-Datei für Fensterumschläge. Danach gelten die Familien als informiert."
            families={letters}
          />
        )}
        {left_out.length > 0 && <LeftOut left={left_out} />}
      </Stack>
      {mails.length + letters.length > 0 && <Preview families={[...mails, ...letters]} />}
    </div>
  )
}

interface InformFamiliesDialogProps {
  ids: readonly number[]
  /** The mails: they are sent behind the dialog, with progress and results. */
  onSend: (job: BulkJob) => void
  /** Nothing is left to do with these: they got a letter, or they get nothing and the dialog said why. */
  onForget: (ids: readonly number[]) => void
  onGone: () => void
}

/** Informs many families in one go: who gets a mail, who a letter, who nothing and why, and what one of them reads. */
export const InformFamiliesDialog = ({ ids, onSend, onForget, onGone }: InformFamiliesDialogProps) => {
  const modal = useOpened(onGone)
  const { data: plan, error } = usePlan(ids)
  const { save, isRunning } = useSavedFile()
  const send = async () => {
    if (!plan) return
    const { mails, letters } = plan
    if (letters.length > 0) {
      const families = letters.map(({ id, kind }) => ({ id, kind }))
      if (!(await save(() => callForFile(endpoints.letters, { body: { families } })))) return
      void refreshRegistrations()
    }
    modal.onClose()
    // The run itself forgets those whose mail has left.
    onForget(ids.filter((id) => !mails.some((one) => one.id === id)))
    if (mails.length > 0) onSend(informJob(mails))
  }
  const maySend = plan && plan.mails.length + plan.letters.length > 0
  return (
    <Modal
      {...modal}
      size={maySend ? 960 : 640}
      fullScreen={useNarrow()}
      // What it shows comes later: the title takes the focus, not the whole dialog.
      title={
        <span tabIndex={-1} data-autofocus>
          Familien informieren
        </span>
      }
    >
      {plan && <PlanPart plan={plan} />}
      {ids.length > INFORM_MAX && <p role="alert">{`Bitte wählen Sie höchstens ${INFORM_MAX} Bewerbungen.`}</p>}
      {!plan && ids.length <= INFORM_MAX && (error ? <p role="alert">{failureText(error)}</p> : <LoadingText />)}
      <ButtonRow align="end" isFoot>
        <Button variant="default" onClick={modal.onClose}>
          {maySend ? 'Abbrechen' : 'Schließen'}
        </Button>
        {maySend && (
          <ActionButton isRunning={isRunning} onClick={() => void send()}>
            {sendText(plan)}
          </ActionButton>
        )}
      </ButtonRow>
    </Modal>
  )
}
