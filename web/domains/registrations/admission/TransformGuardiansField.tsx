import { Checkbox, Radio, Stack, Text } from '@mantine/core'
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
import { changeOf, NEW, type TransformChoice } from './use-transform.ts'

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

interface TransformChildFieldProps {
  pupils: readonly DuplicatePupil[]
  changes: readonly SchoolChangeOffer[]
  isCertain: boolean
  chosen: string
  isRefused: boolean
  onChoose: (child: string) => void
}

/** Whether this is a child that is known already: here it can be linked, from a partner school it can change. */
export const TransformChildField = (props: TransformChildFieldProps) => {
  const { pupils, changes, isCertain, chosen, isRefused, onChoose } = props
  const school = useSignedIn()?.school?.short
  if (pupils.length === 0) return null
  const nameOf = (id: number) => {
    const pupil = pupils.find((one) => one.id === id)
    return pupil ? `${fullName(pupil)}, ${pupilText(pupil)}. ` : ''
  }
  const isOffered = ({ id }: DuplicatePupil) => changes.some(({ pupil_id }) => pupil_id === id)
  const onlyKnown = pupils.filter((pupil) => pupil.school_short !== school && !isOffered(pupil))
  return (
    <Radio.Group
      label={isCertain ? 'Dieses Kind gibt es schon' : 'Dieses Kind gibt es möglicherweise schon'}
      description={onlyKnown.map((pupil) => `${fullName(pupil)}, ${pupilText(pupil)}`).join('; ') || undefined}
      value={chosen}
      onChange={onChoose}
      error={isRefused && 'Bitte wählen Sie einen Wert.'}
    >
      <Stack gap="xs" mt={4}>
        {changes.map((offer) => (
          <Radio
            key={offer.pupil_id}
            value={changeOf(offer.pupil_id)}
            label={offerLabel(offer)}
            description={`${nameOf(offer.pupil_id)}${offerText(offer)}`}
          />
        ))}
        {pupils
          .filter(({ school_short }) => school_short === school)
          .map((pupil) => (
            <Radio
              key={pupil.id}
              value={String(pupil.id)}
              label={`Mit vorhandenem verknüpfen: ${fullName(pupil)}`}
              description={pupilText(pupil)}
            />
          ))}
        <Radio value={NEW} label="Trotzdem neu anlegen" />
      </Stack>
    </Radio.Group>
  )
}

type Offer = TransformOptions['guardians'][number]
type Candidate = Offer['candidates'][number]
type Chosen = Pick<TransformChoice, 'guardians' | 'takes'>

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
const toldText = ({ kind, applied, recorded, outcome }: GuardianDifference) =>
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
  const told = differences.filter(({ outcome }) => outcome !== 'choice')
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
      {told.map((one) => (
        <Text key={one.kind} size="sm">
          {toldText(one)}
        </Text>
      ))}
    </div>
  )
}

interface TransformGuardiansFieldProps {
  offers: TransformOptions['guardians']
  chosen: Chosen
  onChoose: (chosen: Partial<Chosen>) => void
}

/** Whether the adults are people on record, offered and not forced, and what of the application replaces what is there. */
export const TransformGuardiansField = ({ offers, chosen, onChoose }: TransformGuardiansFieldProps) =>
  offers
    .filter(({ candidates }) => candidates.length > 0)
    .map(({ position, fullname, candidates }) => {
      const used = candidates.find(({ guardian_id }) => String(guardian_id) === chosen.guardians[position])
      return (
        <div key={position}>
          <Radio.Group
            label={`Sorgeberechtigte Person: ${fullname}`}
            value={chosen.guardians[position] ?? NEW}
            onChange={(id) =>
              onChoose({
                guardians: { ...chosen.guardians, [position]: id },
                takes: { ...chosen.takes, [position]: [] },
              })
            }
          >
            <Stack gap="xs" mt={4}>
              {candidates.map((one) => (
                <Radio
                  key={one.guardian_id}
                  value={String(one.guardian_id)}
                  label={`Vorhandenen Eintrag verwenden: ${one.fullname}`}
                  description={candidateText(one)}
                  disabled={isTakenElsewhere(chosen.guardians, position, one.guardian_id)}
                />
              ))}
              <Radio value={NEW} label="Neu anlegen" />
            </Stack>
          </Radio.Group>
          {used && (
            <Differences
              candidate={used}
              takes={chosen.takes[position] ?? []}
              onTake={(takes) => onChoose({ takes: { ...chosen.takes, [position]: takes } })}
            />
          )}
        </div>
      )
    })
