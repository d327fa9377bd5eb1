import { useContext } from 'react'
import { berlinTime, formatDate } from '#contract/dates.ts'
import { TitleSuffix } from './PageTitle.tsx'
import classes from './page-parts.module.css'

/** The moment of printing, as it stands on every sheet (ux §2). */
export const printStamp = (today: string) => `Stand: ${formatDate(today)} ${berlinTime(new Date())}`

interface PrintHeadProps {
  today: string
  /** Of a list: how many of how many are printed, and what they were found by. */
  scope?: string | undefined
}

/** On paper only: when it was printed and of which school (ux §2). */
export const PrintHead = ({ today, scope }: PrintHeadProps) => (
  <div className={classes.head}>
    <p>
      {printStamp(today)} · {useContext(TitleSuffix)}
    </p>
    {scope && <p>{scope}</p>}
  </div>
)
