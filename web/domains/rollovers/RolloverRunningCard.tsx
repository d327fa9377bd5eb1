import { Card, Progress, Text, Title } from '@mantine/core'
import type { RolloverReport } from '#contract/rollovers.ts'
import { childrenText } from './rollover-texts.ts'

/** While the change is being carried out: one transaction, so there is no percentage to show (ADR 0016). */
export const RolloverRunningCard = ({ report }: { report: RolloverReport }) => (
  <Card component="section" aria-labelledby="rollover-running" role="status">
    <Title order={2} id="rollover-running" mb="xs">
      Der Schuljahreswechsel wird durchgeführt …
    </Title>
    <Progress value={100} animated aria-label="Schuljahreswechsel" my="md" />
    <Text>
      {childrenText(report.pupils.length)}, {report.classes.length} Klassen. Es wird alles geschrieben oder nichts;
      bitte lassen Sie die Seite so lange offen.
    </Text>
  </Card>
)
