import { Card, Title } from '@mantine/core'
import { storedSections } from '#contract/registrations/registrations.answers.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { groupNeighbours } from './group-neighbours.ts'
import classes from './RegistrationDetailsPage.module.css'

/** All answers in the form's order and sections, read by the form's own definition. */
export const RegistrationAnswersCard = ({ details }: { details: RegistrationDetails }) => (
  <Card component="section" aria-label="Angaben der Bewerbung" className="sh-stack sh-gap-5">
    {storedSections(details).map(({ key, title, rows }) => (
      <section key={key} aria-labelledby={`answers-${key}`}>
        <Title order={2} id={`answers-${key}`} mb={4}>
          {title}
        </Title>
        {groupNeighbours(rows).map((group) => (
          <div key={group.items[0]?.key} className={classes.answerGroup}>
            {group.title && <Title order={3}>{group.title}</Title>}
            <FactList facts={group.items.map(({ label, text }) => ({ label, value: text }))} />
          </div>
        ))}
      </section>
    ))}
  </Card>
)
