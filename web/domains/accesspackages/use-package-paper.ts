import { useEffect, useRef, useState } from 'react'
import { accessPackageEndpoints, type PackageReply } from '#contract/accesspackages/accesspackages.ts'
import { callForFile } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'

const openTab = (address: string) => {
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener'
  link.click()
}

/**
 * The PDF of a package in a new tab. The server gives it once, so it stays in memory until the dialog is closed: whoever
 * closes the tab by mistake opens it again. It is never saved as a file.
 */
export const usePackagePaper = ({ id, password }: PackageReply, onOpened: () => void) => {
  const address = useRef<string>(undefined)
  const isBusy = useRef(false)
  const [isRunning, setRunning] = useState(false)
  useEffect(() => () => URL.revokeObjectURL(address.current ?? ''), [])
  const load = async () => {
    const { content } = await callForFile(accessPackageEndpoints.print, { params: { id }, body: { password } })
    return URL.createObjectURL(content)
  }
  const open = async () => {
    if (isBusy.current) return
    isBusy.current = true
    setRunning(true)
    try {
      address.current ??= await load()
      openTab(address.current)
      onOpened()
    } catch (failure) {
      await explainFailure(failure)
    } finally {
      isBusy.current = false
      setRunning(false)
    }
  }
  return { open, isRunning }
}
