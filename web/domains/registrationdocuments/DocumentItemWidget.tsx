import { Menu } from '@mantine/core'
import { FileDown } from 'lucide-react'
import { saveDocument } from './save-document.ts'

/** Entry of a menu: the Aufnahmeantrag of one application as a file (domain §3.6). */
export const DocumentItemWidget = ({ id }: { id: number }) => (
  <Menu.Item leftSection={<FileDown size={20} aria-hidden />} onClick={() => void saveDocument(id)}>
    Dokument herunterladen
  </Menu.Item>
)
