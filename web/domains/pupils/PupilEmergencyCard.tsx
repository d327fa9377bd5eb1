import { Card, Title } from '@mantine/core'
import { emergencyCalls } from '#contract/families/families.people.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { useToday } from '#web/api/base-data.ts'
import { HealthHintWidget } from '#web/domains/sensitive/HealthHintWidget.tsx'
import { ReachList } from '#web/ui/ReachList.tsx'
import classes from './PupilEmergency.module.css'
import { quickContacts } from './quick-contacts.ts'

/** More people would push the page down; the others follow under the contacts. */
const MOST_PEOPLE = 3

/**
 * Whom to call and what to do when something has happened: on top of the page, because nobody searches then. Nothing
 * where the viewer gets no contacts.
 */
export const PupilEmergencyCard = ({ pupil }: { pupil: PupilDetails }) => {
  const { people: called, lack } = emergencyCalls(quickContacts(pupil, useToday()))
  if (!pupil.guardians) return null
  const people = called.filter(({ phones }) => phones.length > 0)
  return (
    <Card component="section" aria-labelledby="emergency" className={`sh-below-4 ${classes.emergency}`}>
      <Title order={2} id="emergency">
        Im Notfall
      </Title>
      {people.length === 0 ? (
        <p className="sh-warn sh-flush">Es ist keine Telefonnummer eingetragen.</p>
      ) : (
        <div>
          {lack && <p className="sh-warn sh-flush sh-below-2">{lack}</p>}
          <ol className={`sh-plain-list ${classes.people}`}>
            {people.slice(0, MOST_PEOPLE).map(({ key, name, role, phones }) => (
              <li key={key}>
                <strong>{name}</strong> <span className="sh-quiet sh-small">{role}</span>
                <ReachList phones={phones} mail={null} />
              </li>
            ))}
          </ol>
        </div>
      )}
      {/* Confidential: read when it is needed, never carried about. */}
      <div className="sh-screen-only">
        <HealthHintWidget pupilId={pupil.id} />
      </div>
    </Card>
  )
}
