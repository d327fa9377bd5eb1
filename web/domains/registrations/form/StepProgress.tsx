import type { FormStep, StepKey } from '#contract/registrations/registrations.steps.ts'
import classes from './public-registration.module.css'

/** How far one is, for the eye only: the words stand above the title. */
export const StepProgress = ({ steps, step }: { steps: readonly FormStep[]; step: StepKey }) => {
  const current = steps.findIndex(({ key }) => key === step)
  return (
    <div className={classes.bar} aria-hidden="true">
      {steps.map(({ key }, index) => (
        <span key={key} className={index <= current ? `${classes.barPart} ${classes.barDone}` : classes.barPart} />
      ))}
    </div>
  )
}
