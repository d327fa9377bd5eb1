import { Alert, Button, Modal, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { BIN_DAYS } from '#contract/bin.ts'
import { counted } from '#contract/counted.ts'
import { fullName } from '#contract/person-names.ts'
import { MassDeleteRefusal, PUPIL_TEXTS, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { paths } from '#web/paths.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { tellDeleted } from './pupil-actions.tsx'
import { CHANGED_BY_PUPILS } from './pupil-query.ts'
import type { ChosenPupil } from './use-pupil-selection.ts'

/** From so many on the word is typed before they are deleted (domain §3.6). */
const TYPED_FROM = 10
const TYPED_WORD = 'LÖSCHEN'

const NAMED_MAX = 10

const pupilsText = (count: number) =>
  count === 1 ? '1 Schüler/in' : `${count.toLocaleString('de-DE')} Schülerinnen und Schüler`

/** What the dialog asks; when nobody may be deleted, what there is to do instead. */
const titleText = (count: number, left: number) => {
  if (left > 0) return `${pupilsText(left)} löschen?`
  return count === 1 ? 'Dieses Kind lässt sich nicht löschen' : 'Diese Kinder lassen sich nicht löschen'
}

/** Who is meant beside the named. */
const furtherText = (count: number) => `und ${counted(count, 'weiteres', 'weitere')}`

/** However it is written: the word is typed to stop for a moment. */
const isTypedWord = (typed: string) => typed.trim().toLocaleUpperCase('de') === TYPED_WORD

/** What the button does once it is known that some may not be deleted. */
const othersText = (count: number) =>
  count === 1 ? 'Das andere Kind löschen' : `Die anderen ${count.toLocaleString('de-DE')} löschen`

/** What deleting means for so many. */
const binText = (count: number) =>
  count === 1
    ? `Das Kind wird ${BIN_DAYS} Tage im Papierkorb aufbewahrt und kann zurückgeholt werden.`
    : `Sie werden ${BIN_DAYS} Tage im Papierkorb aufbewahrt und können zurückgeholt werden.`

/** At most ten names with their classes, and how many others there are (ux §3.3). */
const namedPupils = (pupils: readonly ChosenPupil[]) => {
  const names = pupils
    .flatMap(({ id, firstname, lastname, lastname_prefix = null, schoolclass }) => {
      if (firstname === undefined || lastname === undefined) return []
      const name = fullName({ firstname, lastname, lastname_prefix })
      return [{ id, text: schoolclass ? `${name} (${schoolclass.classgradePlain})` : name }]
    })
    .slice(0, NAMED_MAX)
  return { names, others: pupils.length - names.length }
}

interface DeletePupilsDialogProps {
  pupils: readonly ChosenPupil[]
  /** They are gone: no longer chosen. */
  onDeleted: (ids: readonly number[]) => void
  onGone: () => void
}

interface AskedDialogProps extends DeletePupilsDialogProps {
  /** Who may only leave, as the server said before. */
  asked: readonly number[]
}

const useDeletion = ({ pupils, asked, onDeleted, onGone }: AskedDialogProps) => {
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const sendKey = useSendKey()
  const modal = useOpened(onGone)
  const [blocked, setBlocked] = useState<ReadonlySet<number>>(() => new Set(asked))
  const left = pupils.filter(({ id }) => !blocked.has(id))
  const needsWord = left.length >= TYPED_FROM
  const { run, isRunning } = useCall(pupilChangeEndpoints.massDelete, {
    invalidates: CHANGED_BY_PUPILS,
    onFailure: async (failure) => {
      // None was deleted because some may only leave (domain §9b).
      const refusal = MassDeleteRefusal.safeParse(failure.status === 422 && failure.body)
      if (refusal.success) setBlocked(new Set([...blocked, ...refusal.data.blocked_ids]))
      else await explainFailure(failure)
    },
  })
  const remove = async () => {
    const body = { ids: left.map(({ id }) => id) }
    const reply = await run({ body, idempotencyKey: sendKey(body) })
    if (!reply) return
    onDeleted(reply.deleted)
    tellDeleted(reply)
    modal.onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isAgreed = !needsWord || isTypedWord(typed)
    setRefused(!isAgreed)
    if (isAgreed && !isRunning) void remove()
  }
  return { modal, left, blocked, needsWord, typed, setTyped, isRefused, isRunning, submit }
}

/** Names as far as they are known; `isLinked`: each with the way to the page. */
const Names = ({ pupils, isLinked = false }: { pupils: readonly ChosenPupil[]; isLinked?: boolean }) => {
  const { names, others } = namedPupils(pupils)
  return (
    <ul className="sh-bullets sh-breaks" style={{ maxHeight: 260, overflowY: 'auto' }}>
      {names.map(({ id, text }) => (
        <li key={id}>{isLinked ? <Link to={paths.pupil(id)}>{text}</Link> : text}</li>
      ))}
      {others > 0 && <li>{names.length > 0 || isLinked ? furtherText(others) : pupilsText(others)}</li>}
    </ul>
  )
}

const AskedDialog = (props: AskedDialogProps) => {
  const { modal, left, blocked, needsWord, typed, setTyped, isRefused, isRunning, submit } = useDeletion(props)
  const what = blocked.size > 0 ? othersText(left.length) : `${pupilsText(left.length)} löschen`
  return (
    <Modal {...modal} size={480} closeOnEscape={!isRunning} title={titleText(props.pupils.length, left.length)}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {blocked.size > 0 && (
            <Alert
              color="red"
              icon={<TriangleAlert size={20} aria-hidden />}
              title={PUPIL_TEXTS.cannotDelete(blocked.size)}
              role="alert"
            >
              <p className="sh-flush">Tragen Sie bitte einen Abgang ein:</p>
              <Names pupils={props.pupils.filter(({ id }) => blocked.has(id))} isLinked />
            </Alert>
          )}
          {left.length > 0 && blocked.size > 0 && <p className="sh-flush">Gelöscht werden können:</p>}
          {left.length > 0 && <Names pupils={left} />}
          {left.length > 0 && <p className="sh-flush">{binText(left.length)}</p>}
          {left.length > 0 && needsWord && (
            <TextInput
              label={`Zur Sicherheit bitte ${TYPED_WORD} eingeben`}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={isRefused && `Bitte geben Sie ${TYPED_WORD} ein.`}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
          )}
          <ButtonRow align="end">
            <Button
              variant={needsWord ? 'default' : 'filled'}
              onClick={modal.onClose}
              data-autofocus={!needsWord || undefined}
            >
              {left.length > 0 ? 'Abbrechen' : 'Schließen'}
            </Button>
            {left.length > 0 && (
              <ActionButton type="submit" variant="default" color="red" isRunning={isRunning}>
                {what}
              </ActionButton>
            )}
          </ButtonRow>
        </Stack>
      </form>
    </Modal>
  )
}

/**
 * Ux §3.3: names who goes; from ten on the word is typed. Nobody is lost for 30 days. Who may only leave is asked
 * first, so that nobody types in vain; where that cannot be asked the deletion itself says it.
 */
export const DeletePupilsDialog = (props: DeletePupilsDialogProps) => {
  const ids = props.pupils.map(({ id }) => id)
  const asked = useQuery({
    queryKey: [pupilChangeEndpoints.checkMassDelete.path, ids],
    queryFn: () => call(pupilChangeEndpoints.checkMassDelete, { body: { ids } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (asked.isPending) return null
  const { blocked_ids = [], blocked = [] } = asked.data ?? {}
  const named = new Map<number, ChosenPupil>(blocked.map((one) => [one.id, one]))
  const pupils = props.pupils.map((pupil) => ({ ...named.get(pupil.id), ...pupil }))
  return <AskedDialog {...props} pupils={pupils} asked={blocked_ids} />
}
