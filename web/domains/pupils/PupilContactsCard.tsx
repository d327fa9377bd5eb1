import { Card, Title } from '@mantine/core'
import type { PupilGuardian } from '#contract/families.ts'
import { fullName } from '#contract/person-names.ts'
import type { PupilDetails } from '#contract/pupils.details.ts'
import { RELATIONSHIP_LABELS } from '#contract/relationships.ts'
import { useLabels } from '#web/api/base-data.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { ReachList } from '#web/ui/ReachList.tsx'
import page from '#web/ui/record-page.module.css'
import { addressText } from './address-text.ts'
import classes from './PupilSections.module.css'

const relationshipText = (relationship: string) =>
  (RELATIONSHIP_LABELS as Record<string, string>)[relationship] ?? relationship

const PHONES = [
  { key: 'phone_mobile', kind: 'mobil' },
  { key: 'phone_home', kind: 'privat' },
  { key: 'phone_work', kind: 'dienstlich' },
] as const

/** Undefined: not told; null: lives with the child. */
const livingText = ({ address, lives_with_pupil }: PupilGuardian) => {
  if (address) return addressText(address)
  return lives_with_pupil ? 'beim Kind' : undefined
}

const duties = (guardian: PupilGuardian) =>
  [
    guardian.may_pickup && 'darf abholen',
    guardian.receives_letters && 'erhält Briefe',
    guardian.emergency_priority !== null && `Notfallkontakt ${guardian.emergency_priority}`,
  ]
    .filter(Boolean)
    .join(', ')

const GuardianEntry = ({ guardian }: { guardian: PupilGuardian }) => {
  const phones = PHONES.flatMap(({ key, kind }) => {
    const number = guardian[key]
    return number ? [{ number, kind }] : []
  })
  return (
    <div className={classes.person}>
      <div className={classes.personHead}>
        <Title order={3}>{[guardian.title, fullName(guardian)].filter(Boolean).join(' ')}</Title>
        <span className={page.quiet}>
          {relationshipText(guardian.relationship)}
          {guardian.has_custody ? ' · sorgeberechtigt' : ' · nicht sorgeberechtigt'}
        </span>
      </div>
      <ReachList mail={guardian.mail} phones={phones} />
      <FactList
        facts={[
          { label: 'Wohnt', value: livingText(guardian) },
          { label: 'Dolmetschen', value: guardian.interpreter_language },
          { label: 'Aufgaben', value: duties(guardian) },
        ]}
      />
    </div>
  )
}

/** Who to call: guardians in their order, then the child itself. Only for who gets contacts at all. */
export const PupilContactsCard = ({ pupil }: { pupil: PupilDetails }) => {
  const { guardians, phone, mail } = pupil
  const { guardian } = useLabels()
  if (!guardians) return null
  const isReachable = Boolean(phone || mail)
  return (
    <Card component="section" id="kontakte" aria-labelledby="contacts" className={classes.section ?? ''}>
      <Title order={2} id="contacts" mb="xs">
        {guardian} &amp; Kontakte
      </Title>
      {guardians.length === 0 && <p className={page.quiet}>Es ist niemand eingetragen.</p>}
      {guardians.map((guardian) => (
        <GuardianEntry key={guardian.guardian_id} guardian={guardian} />
      ))}
      {isReachable && (
        <div className={classes.person}>
          <Title order={3}>{fullName(pupil)} selbst</Title>
          <ReachList mail={mail ?? null} phones={phone ? [{ number: phone, kind: 'Telefon' }] : []} />
        </div>
      )}
    </Card>
  )
}
