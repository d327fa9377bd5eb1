import { Card, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { fullName } from '#contract/person-names.ts'
import type { PupilDetails } from '#contract/pupils.details.ts'
import { paths } from '#web/paths.ts'
import classes from './PupilPage.module.css'
import { PupilStatusField } from './PupilStatusField.tsx'

/** Brothers and sisters here, and the application the child was made from: each only where the reply holds it. */
export const PupilFamilyCard = ({ pupil }: { pupil: PupilDetails }) => {
  const { siblings = [], registration } = pupil
  return (
    <>
      {siblings.length > 0 && (
        <Card component="section" aria-labelledby="siblings">
          <Title order={2} id="siblings" mb="xs">
            Geschwister
          </Title>
          <ul className={classes.list}>
            {siblings.map((sibling) => (
              <li key={sibling.id}>
                <span>
                  <Link to={paths.pupil(sibling.id)}>{fullName(sibling)}</Link>
                  <span className={classes.quiet}>
                    {sibling.schoolclass ? ` · Klasse ${sibling.schoolclass.classgradePlain}` : ' · ohne Klasse'}
                  </span>
                </span>
                <PupilStatusField status={sibling.status} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {registration && (
        <Card component="section" aria-labelledby="origin">
          <Title order={2} id="origin" mb="xs">
            Bewerbung
          </Title>
          <p className={classes.origin}>
            Aufgenommen aus der Bewerbung <Link to={paths.registration(registration.id)}>{registration.number}</Link>.
          </p>
        </Card>
      )}
    </>
  )
}
