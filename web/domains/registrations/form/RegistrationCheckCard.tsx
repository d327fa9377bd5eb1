import { Fragment } from 'react'
import { answerSections } from '#contract/registrations/registrations.answers.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { arePersonsEqual, checkRows } from './check-rows.ts'
import classes from './public-registration.module.css'
import { groupNeighbours } from './registration-flow.ts'
import type { useRegistrationSteps } from './use-registration-steps.ts'

type Section = ReturnType<typeof answerSections>[number]

/** Characters of a label that has a line of its own on a phone. */
const LONG = 24

const SectionRows = ({ rows }: Pick<Section, 'rows'>) => {
  const { given, empty } = checkRows(rows)
  return (
    <>
      {groupNeighbours(given).map((group) => (
        <Fragment key={group.items[0]?.key}>
          {group.title && <h3 className={classes.group}>{group.title}</h3>}
          <dl className={classes.answers}>
            {group.items.map((row) => (
              <div key={row.key} className={classes.answer} data-long={row.label.length > LONG || undefined}>
                <dt>{row.label}</dt>
                <dd>{row.text}</dd>
              </div>
            ))}
          </dl>
        </Fragment>
      ))}
      {arePersonsEqual(rows) && <NativeNotice tone="attention">Person 1 und 2 sind gleich. Stimmt das?</NativeNotice>}
      {empty.length > 0 && <p className={classes.empty}>{`Nicht ausgefüllt: ${empty.join(' · ')}`}</p>}
    </>
  )
}

/** All answers by section, each with its way back (GOV.UK: check answers). */
export const RegistrationCheckCard = ({ answers, context, goToChange }: ReturnType<typeof useRegistrationSteps>) =>
  answerSections(answers, context).map(({ key, title, rows }) => (
    <section key={key} className={classes.card} aria-labelledby={`check-${key}`}>
      <div className={classes.cardHead}>
        <h2 id={`check-${key}`} className={classes.cardTitle}>
          {title}
        </h2>
        <NativeButton look="link" aria-label={`${title} ändern`} onClick={() => goToChange(key)}>
          Ändern
        </NativeButton>
      </div>
      <SectionRows rows={rows} />
    </section>
  ))
