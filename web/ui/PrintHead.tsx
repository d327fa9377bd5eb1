import { useContext } from 'react'
import { berlinTime, formatDate } from '#contract/dates.ts'
import { TitleSuffix } from './PageTitle.tsx'
import classes from './PrintHead.module.css'

/** The moment of printing, as it stands on every sheet (ux §2). */
export const printStamp = (today: string) => `Stand: ${formatDate(today)} ${berlinTime(new Date())}`

/** On paper only: when it was printed and of which school (ux §2). */
export const PrintHead = ({ today }: { today: string }) => (
  <p className={classes.head}>
    {printStamp(today)} · {useContext(TitleSuffix)}
  </p>
)
