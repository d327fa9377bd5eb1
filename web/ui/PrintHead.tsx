import { useContext } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { TitleSuffix } from './PageTitle.tsx'
import classes from './PrintHead.module.css'

/** On paper only: when it was printed and of which school (ux §2). */
export const PrintHead = () => (
  <p className={classes.head}>
    Stand: {formatDateTime(new Date())} · {useContext(TitleSuffix)}
  </p>
)
