import { Card, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { fullName } from '#contract/person-names.ts'
import type { PupilDetails } from '#contract/pupils.details.ts'
import { PUPIL_STATUS_LABELS } from '#contract/pupils.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import classes from './Families.module.css'

/** Brothers and sisters here: children with a guardian in common, as far as the viewer may see them. */
export const SiblingsWidget = ({ pupil: { siblings = [] } }: { pupil: PupilDetails }) =>
  siblings.length > 0 && (
    <Card component="section" aria-labelledby="siblings">
      <Title order={2} id="siblings" mb="xs">
        Geschwister
      </Title>
      <ul className={classes.siblings}>
        {siblings.map((sibling) => (
          <li key={sibling.id}>
            <Link {...linkTarget(paths.pupil(sibling.id))}>{fullName(sibling)}</Link>
            <span className={classes.quiet}>
              {[
                sibling.schoolclass ? `Klasse ${sibling.schoolclass.classgradePlain}` : 'ohne Klasse',
                sibling.status !== 'active' && PUPIL_STATUS_LABELS[sibling.status],
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
