import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import {
  DIFFERENCE_LABELS,
  type GuardianDifference,
  type TransformOptions,
} from '#contract/registrations/registrations.transform.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { NEW, type TransformChoice } from './transform-choice.ts'

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
