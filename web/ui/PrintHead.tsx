import { Box } from '@mantine/core'
import { useContext } from 'react'
import { berlinTime, formatDate } from '#contract/dates.ts'
import { TitleSuffix } from './PageTitle.tsx'

/** The moment of printing, on every sheet (ux §2). */
export const printStamp = (today: string) => `Stand: ${formatDate(today)} ${berlinTime(new Date())}`

interface PrintHeadProps {
  today: string
  /** For a list: how many of all rows are printed, and with which search and filters. */
  scope?: string | undefined
}

/** Only on paper: when it was printed and for which school (ux §2). */
export const PrintHead = ({ today, scope }: PrintHeadProps) => (
  <Box className="sh-paper-only" mb="sm" fz="10pt">
    <p className="sh-flush">
      {printStamp(today)} · {useContext(TitleSuffix)}
    </p>
    {scope && <p className="sh-flush">{scope}</p>}
  </Box>
)
