import { Radio, Stack } from '@mantine/core'
import { formatDate } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { PUPIL_STATUS_LABELS, type PupilStatus } from '#contract/pupils/pupils.ts'
import type { DuplicatePupil, SchoolChangeOffer } from '#contract/registrations/registrations.transform.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { changeOf, NEW } from './transform-choice.ts'

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
