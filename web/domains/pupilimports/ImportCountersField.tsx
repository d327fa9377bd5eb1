import { Button } from '@mantine/core'
import { IMPORT_VERDICTS, type ImportCounts } from '#contract/pupilimports/pupilimports.ts'
import { verdictText } from './import-texts.ts'
import classes from './pupilimports.module.css'
import type { ImportCheck } from './use-import-check.ts'

interface CountersProps {
  counts: ImportCounts
  check: Pick<ImportCheck, 'verdicts' | 'toggle'>
}

/** *282 neu · 18 werden aktualisiert · 6 Fehler · 3 mögliche Dubletten*: each is a filter (ux §3.13). */
export const ImportCountersField = ({ counts, check: { verdicts, toggle } }: CountersProps) => (
  <fieldset className="sh-fieldset sh-row sh-gap-2" aria-label="Zeilen zeigen">
    {IMPORT_VERDICTS.filter((verdict) => counts[verdict] > 0 || verdicts.includes(verdict)).map((verdict) => (
      <Button
        key={verdict}
        variant="default"
        className={classes.counter ?? ''}
        aria-pressed={verdicts.includes(verdict)}
        onClick={() => toggle(verdict)}
      >
        {verdictText(verdict, counts[verdict])}
      </Button>
    ))}
  </fieldset>
)
