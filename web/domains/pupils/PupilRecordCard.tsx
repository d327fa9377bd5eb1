import { Card, Title } from '@mantine/core'
import { ageOn, formatDate } from '#contract/dates.ts'
import { GENDER_LABELS } from '#contract/genders.ts'
import type { PupilDetails } from '#contract/pupils.details.ts'
import { AFTERSCHOOL_LABELS } from '#contract/pupils.fields.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { addressText } from './address-text.ts'

const birthText = (birthdate: string | undefined, today: string) =>
  birthdate && `${formatDate(birthdate)} (${ageOn(birthdate, today)} Jahre)`

/** Who the child is; birth date and address only where the reply holds them. */
export const PupilRecordCard = ({ pupil, today }: { pupil: PupilDetails; today: string }) => (
  <Card component="section" aria-labelledby="record">
    <Title order={2} id="record" mb="xs">
      Stammdaten
    </Title>
    <FactList
      facts={[
        { label: 'Geburtsdatum', value: birthText(pupil.birthdate, today) },
        { label: 'Geschlecht', value: GENDER_LABELS[pupil.gender] },
        { label: 'Anschrift', value: pupil.address && addressText(pupil.address) },
        { label: 'Hort', value: pupil.afterschool_care && AFTERSCHOOL_LABELS[pupil.afterschool_care] },
        { label: 'SuS-Nummer', value: pupil.pupil_number },
        { label: 'Bemerkung', value: pupil.note },
      ]}
    />
  </Card>
)
