import { Card, Title } from '@mantine/core'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { useToday } from '#web/api/base-data.ts'
import { HealthHintWidget } from '#web/domains/sensitive/HealthHintWidget.tsx'
import { ReachList } from '#web/ui/ReachList.tsx'
import classes from './PupilEmergency.module.css'
import { calledInEmergency } from './quick-contacts.ts'

/**
 * Whom to call and what to do when something has happened: on top of the page, because nobody searches then. Nothing
 * where the viewer gets no contacts.
 */
export const PupilEmergencyCard = ({ pupil }: { pupil: PupilDetails }) => {
  const { people, lack } = calledInEmergency(pupil, useToday())
  if (!pupil.guardians) return null
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
            {people.map(({ key, name, role, phones }) => (
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
