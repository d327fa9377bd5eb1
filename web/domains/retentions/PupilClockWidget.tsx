import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CONSENT_TEXTS } from '#contract/consents/consents.state.ts'
import { formatDate } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import type { PupilRetention } from '#contract/retentions/retentions.clock.ts'
import { clockText } from '#contract/retentions/retentions.people.ts'
import { personRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { whenDue } from '#contract/retentions/retentions.rules.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { ClockCard, type Erasable } from './ClockCard.tsx'

type Member = PupilRetention['family'][number]

/** „wird am 31.07.2028 gelöscht, mit dem letzten Kind (Mia Müller).“ */
export const memberText = ({ due_on, last_child }: Pick<Member, 'due_on' | 'last_child'>, today?: string) => {
  const child = last_child && `mit dem letzten Kind (${last_child})`
  if (due_on) return `wird ${whenDue(due_on, today)} gelöscht${child ? `, ${child}` : ''}.`
  return `geht ${child ?? 'mit den Kontakten des Kindes'}.`
}

const FamilyLines = ({ family, onErase }: { family: readonly Member[]; onErase: (record: Erasable) => void }) => {
  const may = useMay()
  const today = useToday()
  if (family.length === 0) return null
  return (
    <details>
      <summary>{`Sorgeberechtigte und Kontaktpersonen (${family.length})`}</summary>
      <ul className="sh-plain-list">
        {family.map(({ kind, id, name, ...clock }) => (
          <li key={`${kind} ${id}`} className="sh-row sh-gap-2 sh-rows-1 sh-above-2">
            <span className="sh-breaks">
              <strong>{name}</strong> {memberText(clock, today)}
            </span>
            {may('view pupil sensitive') && (
              <Button
                className="sh-screen-only"
                variant="default"
                size="compact-sm"
                aria-label={`Auf Antrag löschen: ${name}`}
                onClick={() => onErase({ subject: kind, id, name })}
              >
                Auf Antrag löschen
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

const ConsentLines = ({ consents }: Pick<PupilRetention, 'consents'>) =>
  consents.map(({ id, purpose, due_on }) => (
    <p key={id} className="sh-quiet sh-flush">
      {`Nachweis der widerrufenen Einwilligung „${CONSENT_TEXTS[purpose].label}“: wird spätestens am ${formatDate(due_on)} gelöscht.`}
    </p>
  ))

interface PupilClockWidgetProps {
  pupil: Pick<PupilDetails, 'id' | 'firstname' | 'lastname' | 'lastname_prefix'>
  /** If given, a dialog is shown in place of the card. */
  onGone?: () => void
}

/** On a pupil's page: when contacts, proof, family and consents are erased (domain §5.2). */
export const PupilClockWidget = ({ pupil, onGone }: PupilClockWidgetProps) => {
  const { id } = pupil
  const navigate = useNavigate()
  const today = useToday()
  const { data } = useQuery(queryFor(personRetentionEndpoints.pupil.get, { params: { id } }, { quiet: true }))
  if (!data) return null
  const { entries, hold, family, consents } = data
  return (
    <ClockCard
      subject="pupil"
      id={id}
      name={fullName(pupil)}
      hold={hold}
      isHere={entries.length === 0}
      onGone={onGone}
      onErased={() => void navigate({ to: paths.pupils })}
      more={(onErase) => (
        <>
          <ConsentLines consents={consents} />
          <FamilyLines family={family} onErase={onErase} />
        </>
      )}
    >
      <p className={entries.length > 0 ? 'sh-flush' : 'sh-quiet sh-flush'}>
        {clockText(entries, today) || 'Die Frist beginnt mit dem Abgang.'}
      </p>
    </ClockCard>
  )
}
