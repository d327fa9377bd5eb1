import { Button, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Check, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { addDays, berlinToday, formatDate } from '#contract/dates.ts'
import { confirmationDueOn, isExpired, LOCKED_DAYS, SENSITIVE_LABELS } from '#contract/sensitive/sensitive.kinds.ts'
import { type SensitiveEntry, type SensitiveReply, sensitiveEndpoints } from '#contract/sensitive/sensitive.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { inputsOf, readText } from '#web/forms/fields.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { FactList } from '#web/ui/FactList.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import classes from './Sensitive.module.css'
import { SENSITIVE_FIELDS, SensitiveDialog } from './SensitiveDialog.tsx'
import { CHANGED_BY_ENTRIES, sensitiveQuery } from './sensitive-query.ts'

/** When a locked entry is gone for good. */
const goneOn = (lockedAt: string) => formatDate(addDays(berlinToday(new Date(lockedAt)), LOCKED_DAYS))

const EntryChips = ({ entry, isDue, today }: { entry: SensitiveEntry; isDue: boolean; today: string }) => {
  const { valid_until, locked_at, lapsed } = entry
  return (
    <div className="sh-wrap sh-gap-4 sh-rows-2 sh-above-2 sh-below-2">
      {(locked_at !== null || lapsed !== null) && (
        <StatusChip tone="negative" icon="cross">
          gesperrt: Einwilligung fehlt
        </StatusChip>
      )}
      {isDue && (
        <StatusChip tone="attention" icon="alert">
          bitte bestätigen oder löschen
        </StatusChip>
      )}
      {valid_until !== null && (
        <StatusChip tone={isExpired(entry, today) ? 'attention' : 'neutral'} icon="wait">
          {isExpired(entry, today) ? 'abgelaufen am' : 'gültig bis'} {formatDate(valid_until)}
        </StatusChip>
      )}
      <StatusChip tone="neutral" icon="dot">
        {entry.visible_to_teachers ? 'für Lehrkräfte sichtbar' : 'nicht für Lehrkräfte'}
      </StatusChip>
    </div>
  )
}

/** Others decide than when it was entered: somebody got custody, or the child came of age. */
const lapsedText = (missing: readonly string[]) =>
  `Für Lehrkräfte gesperrt: Es fehlt die Einwilligung${missing.length > 0 ? ` (${missing.join(', ')})` : ''}. Tragen Sie sie ein, oder löschen Sie die Angabe.`

/** What an entry says: its text, or the one answer that it holds, and the days beside it. */
const entryFacts = (entry: SensitiveEntry) => {
  const inputs = inputsOf(SENSITIVE_FIELDS, entry)
  const factsOf = (keys: readonly string[]) =>
    SENSITIVE_FIELDS.filter(({ key }) => keys.includes(key))
      .map((field) => ({ label: field.label, value: readText(field, inputs[field.key] ?? '') }))
      .filter(({ value }) => value !== '')
  const [main] = factsOf(['hint', 'text', 'measure', 'focus', 'course'])
  return { main: main?.value, facts: factsOf(['notice_date', 'seen_at', 'document_seen_at']) }
}

const EntryText = ({ entry }: { entry: SensitiveEntry }) => {
  const { main, facts } = entryFacts(entry)
  if (entry.locked_at !== null)
    return (
      <p className="sh-quiet sh-flush">
        Der Inhalt ist nicht mehr lesbar und wird am {goneOn(entry.locked_at)} endgültig gelöscht. Wird die Einwilligung
        vorher neu eingetragen, ist er wieder da.
      </p>
    )
  if (entry.is_unreadable)
    return (
      <p className="sh-quiet sh-flush">
        Diese Angabe ist nicht mehr lesbar: Der Schlüssel fehlt. Bitte neu eintragen und diese löschen.
      </p>
    )
  return (
    <>
      {main && <p className="sh-breaks sh-keeps-lines sh-measure sh-flush sh-above-1 sh-below-1">{main}</p>}
      <FactList facts={facts} />
      {entry.lapsed && <p className="sh-quiet sh-flush">{lapsedText(entry.lapsed)}</p>}
    </>
  )
}

interface EntryProps {
  pupilId: number
  entry: SensitiveEntry
  mayChange: boolean
  onEdit: () => void
}

const EntryButtons = ({ pupilId, entry, isDue, onEdit }: Omit<EntryProps, 'mayChange'> & { isDue: boolean }) => {
  const label = SENSITIVE_LABELS[entry.kind]
  const params = { id: pupilId, sensitive_id: entry.id }
  const confirm = useCall(sensitiveEndpoints.confirm, { invalidates: CHANGED_BY_ENTRIES })
  const remove = useCall(sensitiveEndpoints.remove, { invalidates: CHANGED_BY_ENTRIES })
  const tell = async (sent: ReturnType<typeof confirm.run>) => {
    const reply = await sent
    if (reply) notify(reply.message)
  }
  const askAndRemove = async () => {
    const isWanted = await confirmDialog({
      title: 'Endgültig löschen?',
      message: `${label}: Die Angabe ist danach weg und kann nicht wiederhergestellt werden.`,
      accept: 'Löschen',
      type: 'negative',
      prefers: 'dismiss',
    })
    if (isWanted) await tell(remove.run({ params }))
  }
  const isOpen = entry.locked_at === null && entry.lapsed === null && !entry.is_unreadable
  return (
    <div className="sh-wrap sh-above-3 sh-gap-2">
      {isOpen && isDue && (
        <ActionButton
          isRunning={confirm.isRunning}
          leftSection={<Check size={20} aria-hidden />}
          aria-label={`Bestätigen: ${label}`}
          onClick={() => void tell(confirm.run({ params }))}
        >
          Gilt weiter
        </ActionButton>
      )}
      {isOpen && (
        <IconButton icon={Pencil} aria-label={`Bearbeiten: ${label}`} onClick={onEdit}>
          Bearbeiten
        </IconButton>
      )}
      <Button
        variant="subtle"
        color="red"
        leftSection={<Trash2 size={20} aria-hidden />}
        aria-label={`Löschen: ${label}`}
        onClick={() => void askAndRemove()}
      >
        Löschen
      </Button>
    </div>
  )
}

const Entry = ({ entry, mayChange, ...props }: EntryProps) => {
  const today = useToday()
  const due = confirmationDueOn(entry)
  const isDue = mayChange && entry.locked_at === null && due !== undefined && due <= today
  return (
    <li>
      <Title order={3}>{SENSITIVE_LABELS[entry.kind]}</Title>
      <EntryText entry={entry} />
      {mayChange && (
        <>
          <EntryChips entry={entry} isDue={isDue} today={today} />
          <p className="sh-quiet sh-small sh-flush sh-above-1">
            Rechtsgrundlage: {entry.legal_basis}. Zuletzt bestätigt am {formatDate(entry.confirmed_at)}.
          </p>
          <EntryButtons {...props} entry={entry} isDue={isDue} />
        </>
      )}
    </li>
  )
}

const Entries = ({ pupilId, reply }: { pupilId: number; reply: SensitiveReply }) => {
  const [opened, setOpened] = useState<{ entry: SensitiveEntry | undefined }>()
  const { entries, may_change } = reply
  return (
    <>
      {entries.length === 0 && (
        <p className="sh-breaks sh-keeps-lines sh-measure sh-flush sh-above-1 sh-below-1">Es ist nichts eingetragen.</p>
      )}
      <ul className={`sh-plain-list sh-above-4 ${classes.entries}`}>
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            pupilId={pupilId}
            entry={entry}
            mayChange={may_change}
            onEdit={() => setOpened({ entry })}
          />
        ))}
      </ul>
      {may_change && (
        <div>
          <IconButton icon={Plus} onClick={() => setOpened({ entry: undefined })}>
            Angabe eintragen
          </IconButton>
        </div>
      )}
      {opened && (
        <SensitiveDialog
          pupilId={pupilId}
          entry={opened.entry}
          lackingConsent={reply.lacking_consent}
          onGone={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

/** What is confidential about one child, loaded when it is shown (domain §1.5). */
export const SensitiveEntriesCard = ({ pupilId }: { pupilId: number }) => {
  const query = useQuery(sensitiveQuery(pupilId))
  return (
    <Loaded query={query} waiting={<Skeleton height={80} mt="md" />}>
      {(reply) => <Entries pupilId={pupilId} reply={reply} />}
    </Loaded>
  )
}
