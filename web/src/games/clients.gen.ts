// Generated from the folders of games by `python -m carreau.codegen`; do not edit.

import type { GameClient } from "./board";
import type { Action as BauabAction, View as BauabView } from "./bauab/view.gen";
import type { Action as CaratAction, View as CaratView } from "./carat/view.gen";
import type { Action as CaroAction, View as CaroView } from "./caro/view.gen";
import type { Action as CarreAction, View as CarreView } from "./carre/view.gen";
import type { Action as MisdAction, View as MisdView } from "./misd/view.gen";
import type { Action as NussknackerAction, View as NussknackerView } from "./nussknacker/view.gen";
import type { Action as PlanAction, View as PlanView } from "./plan/view.gen";
import type { Action as QarreAction, View as QarreView } from "./qarre/view.gen";
import type { Action as RauferAction, View as RauferView } from "./raufer/view.gen";
import type { Action as SchlauraffAction, View as SchlauraffView } from "./schlauraff/view.gen";
import type { Action as SchollenschubserAction, View as SchollenschubserView } from "./schollenschubser/view.gen";

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

export interface Actions {
  bauab: BauabAction;
  carat: CaratAction;
  caro: CaroAction;
  carre: CarreAction;
  misd: MisdAction;
  nussknacker: NussknackerAction;
  plan: PlanAction;
  qarre: QarreAction;
  raufer: RauferAction;
  schlauraff: SchlauraffAction;
  schollenschubser: SchollenschubserAction;
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
