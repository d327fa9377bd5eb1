import { Card, Text, Title } from '@mantine/core'
import { counted } from '#contract/counted.ts'
import type { RolloverReport } from '#contract/rollovers/rollovers.ts'
import classes from './RolloverPage.module.css'
import { childrenText } from './rollover-texts.ts'

/** While the change is being carried out: one transaction, so there is no percentage to show (ADR 0016). */
export const RolloverRunningCard = ({ report }: { report: RolloverReport }) => (
  <Card component="section" aria-labelledby="rollover-running" role="status">
    <Title order={2} id="rollover-running" mb="xs">
      Der Schuljahreswechsel wird durchgeführt …
    </Title>
    {/* Without aria-valuenow it is a bar that says only that something goes on. */}
    <div role="progressbar" aria-label="Schuljahreswechsel" className={classes.running} />
    <Text>
      {childrenText(report.pupils.length)}, {counted(report.classes.length, 'Klasse', 'Klassen')}. Es wird alles
      geschrieben oder nichts; bitte lassen Sie die Seite so lange offen.
    </Text>
  </Card>
)
