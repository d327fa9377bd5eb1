import { Fragment } from 'react'
import { type AnswerRow, answerSections } from '#contract/registrations.answers.ts'
import type { StepKey } from '#contract/registrations.steps.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import classes from './public-registration.module.css'
import type { FilledForm } from './registration-flow.ts'

interface RegistrationCheckCardProps {
  form: FilledForm
  onChangeStep: (step: StepKey) => void
}

/** Neighbours of the same group under one heading. */
const groupRows = (rows: readonly AnswerRow[]) =>
  rows.reduce<{ title: string | undefined; rows: AnswerRow[] }[]>((groups, row) => {
    const last = groups.at(-1)
    if (last && last.title === row.group) last.rows.push(row)
    else groups.push({ title: row.group, rows: [row] })
    return groups
  }, [])

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
      {groupRows(rows).map((group) => (
        <Fragment key={group.rows[0]?.key}>
          {group.title && <h3 className={classes.group}>{group.title}</h3>}
          <dl className={classes.answers}>
            {group.rows.map((row) => (
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
