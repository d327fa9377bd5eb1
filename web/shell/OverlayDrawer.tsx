import { Drawer } from '@mantine/core'
import type { BaseData } from '#contract/account/account.ts'
import classes from './SideDrawer.module.css'
import { SideDrawer } from './SideDrawer.tsx'

interface OverlayDrawerProps {
  baseData: BaseData
  isOpen: boolean
  onClose: () => void
}

/** The menu over the page, below 1024 px. */
export const OverlayDrawer = ({ baseData, isOpen, onClose }: OverlayDrawerProps) => (
  <Drawer
    opened={isOpen}
    onClose={onClose}
    size={280}
    title="Menü"
    classNames={{ title: classes.heading ?? '' }}
    padding="xs"
    closeButtonProps={{ 'aria-label': 'Menü schließen' }}
  >
    <SideDrawer baseData={baseData} onChosen={onClose} />
  </Drawer>
)
