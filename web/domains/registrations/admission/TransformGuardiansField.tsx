import { Checkbox, Stack, Text } from '@mantine/core'
import { formatDate } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { PUPIL_STATUS_LABELS, type PupilStatus } from '#contract/pupils/pupils.ts'
import {
  DIFFERENCE_LABELS,
  type DuplicatePupil,
  type GuardianDifference,
  type SchoolChangeOffer,
  type TransformOptions,
} from '#contract/registrations/registrations.transform.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { RadioField } from '#web/forms/RadioField.tsx'
import { changeOf, NEW, type Transform, type TransformChoice } from './use-transform.ts'

const pupilText = ({ birthdate, status, school_short }: DuplicatePupil) =>
  `geb. ${formatDate(birthdate)}, ${PUPIL_STATUS_LABELS[status as PupilStatus] ?? status}, ${school_short}`

const offerLabel = ({ school_short, schoolclass, date_exit }: SchoolChangeOffer) => {
  const where = schoolclass ? `${school_short}: Klasse ${schoolclass}` : school_short
  return `Schulwechsel eintragen: kommt von der ${where} bis ${formatDate(date_exit)}`
}

const NOT_COPIED =
  'Krankmeldungen, Notizen, Nachweise und besonders geschützte Angaben (auch ein Sperrvermerk) kommen nicht mit: Bitte erfragen Sie diese neu.'

/** What the change does at both schools, before it is done. */
const offerText = ({ school_short, date_exit, further_guardians }: SchoolChangeOffer) =>
  [
    `An der ${school_short} wird der Abgang zum ${formatDate(date_exit)} eingetragen.`,
    'Stammdaten, Sorgeberechtigte und Kontakte kommen mit.',
    further_guardians.length > 0 && `Auch: ${further_guardians.join(', ')}.`,
    NOT_COPIED,
  ]
    .filter(Boolean)
    .join(' ')

/** Whether this is a child that is known already: here it can be linked, from a partner school it can change. */
export const TransformChildField = ({ options, choice, choose, found, isRefused }: Transform) => {
  const school = useSignedIn()?.school?.short
  const { duplicates, school_changes: changes } = options
  const pupils = [...found, ...duplicates.likely.filter(({ id }) => !found.some((pupil) => pupil.id === id))]
  if (pupils.length === 0) return null
  const describe = (pupil: DuplicatePupil) => `${fullName(pupil)}, ${pupilText(pupil)}`
  const isOffered = ({ id }: DuplicatePupil) => changes.some(({ pupil_id }) => pupil_id === id)
  const onlyKnown = pupils.filter((pupil) => pupil.school_short !== school && !isOffered(pupil))
  return (
    <RadioField
      label={found.length > 0 ? 'Dieses Kind gibt es schon' : 'Dieses Kind gibt es möglicherweise schon'}
      description={onlyKnown.map(describe).join('; ') || undefined}
      value={choice.child}
      onChange={(child) => choose({ child })}
      error={isRefused && 'Bitte wählen Sie einen Wert.'}
      options={[
        ...changes.map((offer) => {
          const pupil = pupils.find(({ id }) => id === offer.pupil_id)
          return {
            value: changeOf(offer.pupil_id),
            label: offerLabel(offer),
            description: `${pupil ? `${describe(pupil)}. ` : ''}${offerText(offer)}`,
          }
        }),
        ...pupils
          .filter(({ school_short }) => school_short === school)
          .map((pupil) => ({
            value: String(pupil.id),
            label: `Mit vorhandenem verknüpfen: ${fullName(pupil)}`,
            description: pupilText(pupil),
          })),
        { value: NEW, label: 'Trotzdem neu anlegen' },
      ]}
    />
  )
}

type Candidate = TransformOptions['guardians'][number]['candidates'][number]

/** Nobody is both adults of a child. */
const isTakenElsewhere = (chosen: TransformChoice['guardians'], position: number, guardianId: number) =>
  Object.entries(chosen).some(([other, id]) => Number(other) !== position && id === String(guardianId))

const candidateText = ({ mail, pupils, sibling_ids }: Candidate) =>
  [
    mail,
    pupils.length > 0 && `Kinder: ${pupils.join(', ')}`,
    sibling_ids.length > 0 && 'vom bestätigten Geschwisterkind',
  ]
    .filter(Boolean)
    .join(' · ')

/** What happens by itself, and what does not. */
const differenceText = ({ kind, applied, recorded, outcome }: GuardianDifference) =>
  outcome === 'added'
    ? `${DIFFERENCE_LABELS[kind]} ${applied} aus der Bewerbung wird ergänzt.`
    : `Unbestätigte E-Mail ${applied} aus der Bewerbung wird nicht übernommen; es bleibt ${recorded}.`

const choiceText = ({ kind, applied, recorded }: GuardianDifference) =>
  recorded === null
    ? `${DIFFERENCE_LABELS[kind]} ${applied} eintragen`
    : `${DIFFERENCE_LABELS[kind]} ${applied} statt ${recorded}`

interface DifferencesProps {
  candidate: Candidate
  takes: readonly GuardianDifference['kind'][]
  onTake: (takes: GuardianDifference['kind'][]) => void
}

/** Siblings share the record: without a tick it stays as it is. */
const Differences = ({ candidate: { differences, fullname, pupils }, takes, onTake }: DifferencesProps) => {
  const choices = differences.filter(({ outcome }) => outcome === 'choice')
  const shown = differences.filter(({ outcome }) => outcome !== 'choice')
  if (differences.length === 0) return null
  return (
    <div className={`sh-breaks sh-above-3 sh-grid sh-gap-2 ${classes.differences}`}>
      {choices.length > 0 && (
        <Checkbox.Group
          label={`Neu in der Bewerbung von ${fullname}`}
          description={`Was Sie nicht ankreuzen, bleibt wie eingetragen.${pupils.length > 0 ? ` Änderungen gelten auch bei: ${pupils.join(', ')}.` : ''}`}
          value={[...takes]}
          onChange={(kinds) => onTake(kinds as GuardianDifference['kind'][])}
        >
          <Stack gap="xs" mt={4}>
            {choices.map((one) => (
              <Checkbox key={one.kind} value={one.kind} label={choiceText(one)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {shown.map((one) => (
        <Text key={one.kind} size="sm">
          {differenceText(one)}
        </Text>
      ))}
    </div>
  )
}

/** Whether the adults are people on record, offered and not forced, and what of the application replaces what is there. */
export const TransformGuardiansField = ({ options, choice: { guardians, takes }, choose }: Transform) =>
  options.guardians
    .filter(({ candidates }) => candidates.length > 0)
    .map(({ position, fullname, candidates }) => {
      const used = candidates.find(({ guardian_id }) => String(guardian_id) === guardians[position])
      return (
        <div key={position}>
          <RadioField
            label={`Sorgeberechtigte Person: ${fullname}`}
            value={guardians[position] ?? NEW}
            onChange={(id) =>
              choose({ guardians: { ...guardians, [position]: id }, takes: { ...takes, [position]: [] } })
            }
            options={[
              ...candidates.map((one) => ({
                value: String(one.guardian_id),
                label: `Vorhandenen Eintrag verwenden: ${one.fullname}`,
                description: candidateText(one),
                disabled: isTakenElsewhere(guardians, position, one.guardian_id),
              })),
              { value: NEW, label: 'Neu anlegen' },
            ]}
          />
          {used && (
            <Differences
              candidate={used}
              takes={takes[position] ?? []}
              onTake={(kinds) => choose({ takes: { ...takes, [position]: kinds } })}
            />
          )}
        </div>
      )
    })
