import { Alert, Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import {
  ERASURE_GROUNDS,
  EraseForm,
  ErasureBody,
  type ErasureState,
  erasureOnRequestEndpoints,
} from '#contract/retentions/retentions.on-request.ts'
import { peopleRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { retentionEndpoints } from '#contract/retentions/retentions.ts'
import type { Subject } from '#contract/subjects.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type FormField, fieldsIn } from '#web/forms/fields.ts'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { FactList } from '#web/ui/FactList.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { useOpened } from '#web/ui/use-opened.ts'

interface EraseOnRequestWidgetProps {
  subject: Subject
  id: number
  name: string
  /** The request in the register of requests that asks for it. */
  requestId?: number | undefined
  onClose: () => void
  /** Called once everything is erased, not while it waits for the second person. */
  onErased: () => void
}

type Part = Omit<EraseOnRequestWidgetProps, 'requestId'> & { state: ErasureState }

/**
 * Replies with proposals and with records that are due. All other replies are marked as outdated once something is
 * erased.
 */
const CHANGED_BY_ERASURES = [
  erasureOnRequestEndpoints.list,
  peopleRetentionEndpoints.preview,
  peopleRetentionEndpoints.erasures,
  retentionEndpoints.preview,
]

/**
 * A page must not ask again for a record that is gone. The page of a child stays when somebody of the family is erased.
 */
const forgetReplies = (subject: Subject) =>
  queryClient.invalidateQueries({
    refetchType: subject === 'guardian' || subject === 'contact_person' ? 'active' : 'none',
  })

const Consequences = ({ consequences }: Pick<ErasureState, 'consequences'>) => (
  <Alert color="red" icon={<TriangleAlert size={20} aria-hidden />} title="Das lässt sich nicht rückgängig machen.">
    <ul className="sh-bullets sh-flush">
      {consequences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </Alert>
)

const fieldsFor = (needsSecond: boolean): FormField[] =>
  fieldsIn(EraseForm, needsSecond ? ['ground', 'note', 'is_checked'] : ['ground', 'is_checked'])

/** Asks for the ground of Art. 17, and sends it. */
const EraseDialog = ({
  subject,
  id,
  name,
  requestId,
  state,
  onClose,
  onErased,
}: Part & { requestId: number | undefined }) => {
  const { needs_second: needsSecond, consequences } = state
  const fields = fieldsFor(needsSecond)
  const edit = useEdit({
    fields,
    loaded: undefined,
    loadAnew: async () => undefined,
    rules: { add: ErasureBody },
    invalidates: CHANGED_BY_ERASURES,
  })
  const { run, isRunning } = useCall(erasureOnRequestEndpoints.erase, edit.calls)
  const isErased = useRef(false)
  // The dialog must be gone first: as long as something is entered in it, leaving the page asks a question.
  const end = () => {
    onClose()
    if (!isErased.current) return
    onErased()
    void forgetReplies(subject)
  }
  return (
    <RecordDialog
      title={`Auf Antrag löschen: ${name}`}
      action={needsSecond ? 'Zur Löschung vormerken' : 'Endgültig löschen'}
      color="red"
      size={560}
      edit={edit}
      focus="ground"
      onAdd={async (body) => {
        const reply = await run({ params: { subject, id }, body: { ...body, request_id: requestId ?? null } })
        isErased.current = reply?.is_erased ?? false
        return reply && { message: reply.message, about: `erasure ${subject} ${id}` }
      }}
      isRunning={isRunning}
      onGone={end}
      arrange={(inputOf) => (
        <>
          <Consequences consequences={consequences} />
          {needsSecond && (
            <p className="sh-flush">
              Die Schule verlangt eine zweite Person: Gelöscht wird erst, wenn sie es bestätigt.
            </p>
          )}
          {fields.map(({ key }) => inputOf(key))}
        </>
      )}
    />
  )
}

/** The proposal of the first person. The second one confirms it, and each of them can end it. */
const ProposalDialog = ({ subject, id, name, state, onClose, onErased }: Part) => {
  const { opened, onClose: close, ...modal } = useOpened(onClose)
  const confirm = useCall(erasureOnRequestEndpoints.confirm, { invalidates: CHANGED_BY_ERASURES })
  const withdraw = useCall(erasureOnRequestEndpoints.withdraw, { invalidates: CHANGED_BY_ERASURES })
  const { proposal, refusal, consequences } = state
  if (!proposal) return null
  const params = { subject, id }
  const done = (reply: { message: string } | undefined) => {
    if (!reply) return false
    notify(reply.message, { about: `erasure ${subject} ${id}` })
    close()
    return true
  }
  const erase = async () => {
    if (!done(await confirm.run({ params }))) return
    onErased()
    void forgetReplies(subject)
  }
  const { is_own: isOwn, ground, note, proposed_by, proposed_at } = proposal
  return (
    <Modal {...modal} opened={opened} onClose={close} size={560} title={`Löschung vorgemerkt: ${name}`}>
      <div className="sh-column sh-gap-4">
        {refusal ? <Alert color="yellow">{refusal}</Alert> : <Consequences consequences={consequences} />}
        <FactList
          facts={[
            { label: 'Grund', value: ERASURE_GROUNDS[ground] },
            { label: 'Bemerkung', value: note },
            { label: 'Vorgemerkt', value: `${formatDateTime(proposed_at)}${proposed_by ? ` von ${proposed_by}` : ''}` },
          ]}
        />
        {isOwn && <p className="sh-flush">Bestätigen muss eine andere Person mit demselben Recht.</p>}
      </div>
      <ButtonRow align="end" isFoot>
        <Button variant="default" onClick={close}>
          Schließen
        </Button>
        <ActionButton
          variant="default"
          isRunning={withdraw.isRunning}
          onClick={() => void withdraw.run({ params }).then(done)}
        >
          {isOwn ? 'Zurücknehmen' : 'Ablehnen'}
        </ActionButton>
        {!isOwn && refusal === null && (
          <ActionButton color="red" isRunning={confirm.isRunning} onClick={() => void erase()}>
            Endgültig löschen
          </ActionButton>
        )}
      </ButtonRow>
    </Modal>
  )
}

/** Says why nothing can be erased, or waits for the state. */
const NoticeDialog = ({ name, onClose, children }: Pick<Part, 'name' | 'onClose'> & { children: ReactNode }) => {
  const { opened, onClose: close, ...modal } = useOpened(onClose)
  return (
    <Modal {...modal} opened={opened} onClose={close} size={560} title={`Auf Antrag löschen: ${name}`}>
      {children}
      <ButtonRow align="end" isFoot>
        <Button variant="default" onClick={close}>
          Schließen
        </Button>
      </ButtonRow>
    </Modal>
  )
}

/**
 * Erases a record before its day, because law demands it (Art. 17); asks for the second person where the school does.
 */
export const EraseOnRequestWidget = ({ requestId, ...part }: EraseOnRequestWidgetProps) => {
  const { subject, id, name, onClose } = part
  const query = useQuery({
    ...queryFor(erasureOnRequestEndpoints.read, { params: { subject, id } }, { quiet: true }),
    gcTime: 0,
    staleTime: 0,
  })
  const { data: state } = query
  if (!state)
    return (
      <NoticeDialog name={name} onClose={onClose}>
        <Loaded query={query}>{() => null}</Loaded>
      </NoticeDialog>
    )
  if (state.proposal) return <ProposalDialog {...part} state={state} />
  if (state.refusal)
    return (
      <NoticeDialog name={name} onClose={onClose}>
        <Alert color="yellow" icon={<TriangleAlert size={20} aria-hidden />}>
          {state.refusal}
        </Alert>
      </NoticeDialog>
    )
  return <EraseDialog {...part} requestId={requestId} state={state} />
}
