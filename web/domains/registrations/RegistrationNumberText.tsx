import classes from '#web/domains/registrations/form/public-registration.module.css'

/** A sentence whose application number stays in one piece: `FSW-2027-0042` would break at its hyphens. */
export const RegistrationNumberText = ({ text, number }: { text: string; number: string }) => {
  const [before, ...after] = text.split(number)
  return (
    <p>
      {before}
      {after.length > 0 && <span className={classes.whole}>{number}</span>}
      {after.join(number)}
    </p>
  )
}
