import { Card, Progress, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import type { ImportDetail } from '#contract/pupilimports/pupilimports.ts'
import { rowsText } from './import-texts.ts'
import { watchImport } from './watch-import.ts'

const figure = (count: number) => count.toLocaleString('de-DE')

/** Step 4 while the job runs: it goes on without the page. */
export const ImportRunningCard = ({
  detail: { id, state, progress, row_count, begun_by_name },
}: {
  detail: ImportDetail
}) => {
  useEffect(() => watchImport(id), [id])
  const { done, total } = progress ?? { done: 0, total: row_count }
  const percent = total > 0 ? Math.min(100, (done / total) * 100) : 0
  return (
    <Card component="section" aria-labelledby="import-running">
      <Title order={2} id="import-running" mb="xs">
        {state === 'queued' ? 'Der Import beginnt gleich …' : 'Der Import läuft …'}
      </Title>
      {begun_by_name && <Text>Begonnen von {begun_by_name}.</Text>}
      <Progress value={percent} size="lg" my="md" aria-label="Import" />
      <Text className="sh-figures">
        {figure(done)} von {rowsText(total)}
      </Text>
      <Text c="dimmed" mt="sm">
        Sie können die Seite verlassen; eine Meldung sagt, wenn der Import fertig ist. Es wird alles geschrieben oder
        nichts.
      </Text>
    </Card>
  )
}
