import { Alert, Text } from '@mantine/core'
import { DatabaseBackup } from 'lucide-react'

/** Tells the people who can change it that the installation makes no backups (docs/operations.md). */
export const BackupNoticeCard = () => (
  <Alert
    component="section"
    color="yellow"
    icon={<DatabaseBackup size={20} aria-hidden />}
    title="Es gibt keine nächtliche Sicherung"
  >
    <Text mb="xs">Geht der Datenträger kaputt, sind alle Daten verloren.</Text>
    <Text>
      Bitte nennen Sie in den Einstellungen des Servers einen Ordner (BACKUP_DIR) und starten Sie Schulhof neu. Wie das
      geht, steht in docs/operations.md unter „Backup“.
    </Text>
  </Alert>
)
