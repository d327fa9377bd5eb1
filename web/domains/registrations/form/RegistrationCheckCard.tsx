import { Fragment } from 'react'
import { answerSections } from '#contract/registrations/registrations.answers.ts'
import type { StepKey } from '#contract/registrations/registrations.steps.ts'
import { groupNeighbours } from '#web/domains/registrations/details/group-neighbours.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import classes from './public-registration.module.css'
import type { FilledForm } from './registration-flow.ts'

interface RegistrationCheckCardProps {
  form: FilledForm
  onChangeStep: (step: StepKey) => void
}

/** All answers by section, each with its way back (GOV.UK: check answers). */
export const RegistrationCheckCard = ({ form: { answers, context }, onChangeStep }: RegistrationCheckCardProps) =>
  answerSections(answers, context).map(({ key, title, rows }) => (
    <section key={key} className={classes.card} aria-labelledby={`check-${key}`}>
      <div className={classes.cardHead}>
        <h2 id={`check-${key}`} className={classes.cardTitle}>
          {title}
        </h2>
        <NativeButton look="link" aria-label={`${title} ändern`} onClick={() => onChangeStep(key)}>
          Ändern
        </NativeButton>
      </div>
      {groupNeighbours(rows).map((group) => (
        <Fragment key={group.items[0]?.key}>
          {group.title && <h3 className={classes.group}>{group.title}</h3>}
          <dl className={classes.answers}>
            {group.items.map((row) => (
              <div key={row.key} className={classes.answer}>
                <dt>{row.label}</dt>
                <dd>{row.text}</dd>
              </div>
            ))}
          </dl>
        </Fragment>
      ))}
    </section>
  ))
