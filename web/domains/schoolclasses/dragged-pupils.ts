import type { DragEvent } from 'react'

const TYPE = 'application/x-schulhof-pupils'

/** Puts the pupils into what is dragged; nothing outside this page understands it. */
export const dragPupils = ({ dataTransfer }: DragEvent, pupilIds: readonly number[]) => {
  dataTransfer.clearData()
  dataTransfer.setData(TYPE, pupilIds.join(','))
  dataTransfer.effectAllowed = 'move'
}

export const isPupilDrag = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(TYPE)

export const draggedPupils = ({ dataTransfer }: DragEvent) =>
  dataTransfer.getData(TYPE).split(',').filter(Boolean).map(Number)
