// Generated from the folders of games by `python -m carreau.codegen`; do not edit.

import type { GameClient } from "./board";
import type { View as BauabView } from "./bauab/view.gen";
import type { View as CaratView } from "./carat/view.gen";
import type { View as CaroView } from "./caro/view";
import type { View as CarreView } from "./carre/view.gen";
import type { View as MisdView } from "./misd/view";
import type { View as NussknackerView } from "./nussknacker/view";
import type { View as PlanView } from "./plan/view.gen";
import type { View as QarreView } from "./qarre/view";
import type { View as RauferView } from "./raufer/view.gen";
import type { View as SchlauraffView } from "./schlauraff/view.gen";
import type { View as SchollenschubserView } from "./schollenschubser/view.gen";

export interface Views {
  bauab: BauabView;
  carat: CaratView;
  caro: CaroView;
  carre: CarreView;
  misd: MisdView;
  nussknacker: NussknackerView;
  plan: PlanView;
  qarre: QarreView;
  raufer: RauferView;
  schlauraff: SchlauraffView;
  schollenschubser: SchollenschubserView;
}

export type GameName = keyof Views;

export const LOADERS: { readonly [Game in GameName]: () => Promise<{ default: GameClient<Game> }> } = {
  bauab: () => import("./bauab"),
  carat: () => import("./carat"),
  caro: () => import("./caro"),
  carre: () => import("./carre"),
  misd: () => import("./misd"),
  nussknacker: () => import("./nussknacker"),
  plan: () => import("./plan"),
  qarre: () => import("./qarre"),
  raufer: () => import("./raufer"),
  schlauraff: () => import("./schlauraff"),
  schollenschubser: () => import("./schollenschubser"),
};
